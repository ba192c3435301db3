import { basePathOf, type Service } from '../../../shared/domain/access/service.ts';

/** Requests to the API as samples and the form of the reference send them. Runs in browsers too. */

/** Parameter of an operation. */
export interface CallParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: 'string' | 'number' | 'boolean' | 'array';
  /** Values that it may have, if they are listed. */
  readonly values?: readonly string[];
}

/** Operation, as far as samples depend on it. `callOperations` in `call-operations.ts` reads all from OpenAPI. */
export interface CallOperation {
  readonly operationId: string;
  readonly service: Service;
  readonly method: string;
  /** Template below the base path of its service, such as `/workcentres/{id}`. */
  readonly path: string;
  readonly parameters: readonly CallParameter[];
  /** Whether it redirects to a file, to whose host a client must not send the key. */
  readonly redirects: boolean;
}

/** Values for the parameters of an operation, as text. A query parameter may be repeated. */
export interface CallValues {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string | undefined;
}

/** Request to the API: exactly what is sent, besides the address of the API and the key. */
export interface ApiCall {
  /** Undefined if no operation has this path and method. */
  readonly operation?: CallOperation | undefined;
  readonly method: string;
  /** Path and query, encoded: `/locations/v3/workcentres?near=Fitzroy%20VIC`. */
  readonly path: string;
  /** Headers by lower-case name, without the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether the header `AUTH-KEY` is sent. */
  readonly hasKey: boolean;
}

/** Creates the call of an operation with these values. */
export const callOf = (operation: CallOperation, values: CallValues, hasKey = true): ApiCall => {
  const path = operation.path.replace(/\{(.+?)\}/g, (_, name: string) => encode(values.path?.[name] ?? ''));
  const query = (values.query ?? []).map((pair) => pair.map(encode).join('=')).join('&');
  return {
    operation,
    method: operation.method,
    path: `${basePathOf[operation.service]}${path}${query && `?${query}`}`,
    headers: {
      ...(values.body !== undefined && { 'content-type': 'application/json' }),
      ...lowerCase(values.headers ?? {}),
    },
    body: values.body,
    hasKey,
  };
};

/** Creates the call of a method and path, with the operation that has them. The path need not be encoded. */
export const callOfRequest = (
  operations: readonly CallOperation[],
  method: string,
  target: string,
  { headers = {}, body, hasKey = true }: Partial<Pick<ApiCall, 'headers' | 'body' | 'hasKey'>>,
): ApiCall => {
  const [path, queryText] = splitAt(target, '?');
  const query = decodedPairs(queryText);
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const values = valuesInPath(`${basePathOf[operation.service]}${operation.path}`, path);
    if (values) return callOf(operation, { path: values, query, headers, body }, hasKey);
  }
  const encoded = query.map((pair) => pair.map(encode).join('=')).join('&');
  return {
    method,
    path: `${path
      .split('/')
      .map((segment) => encode(decode(segment)))
      .join('/')}${encoded && `?${encoded}`}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...lowerCase(headers) },
    body,
    hasKey,
  };
};

/** Returns the decoded values that a call has for the parameters in its path and query. */
export const valuesOf = ({ operation, path }: ApiCall): Required<Pick<CallValues, 'path' | 'query'>> => {
  const [plain, queryText] = splitAt(path, '?');
  const template = operation ? `${basePathOf[operation.service]}${operation.path}` : plain;
  return { path: valuesInPath(template, plain) ?? {}, query: decodedPairs(queryText) };
};

const decodedPairs = (query: string): (readonly [name: string, value: string])[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => splitAt(pair, '='))
    .map(([name, value]) => [decode(name), decode(value)] as const);

/** Returns the decoded values of a template's `{name}` segments; undefined if the path does not match. */
const valuesInPath = (template: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [template.split('/'), path.split('/')];
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    if (name === undefined ? segment !== value : value === '') return undefined;
    if (name !== undefined) values[name] = decode(value);
  }
  return values;
};

/**
 * Encodes a value for a path or query. Commas, colons and slashes in dates stay readable; everything that has a meaning
 * in a shell is encoded.
 */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/[!']/g, percentEncoded);

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    return text;
  }
};

const splitAt = (text: string, mark: string): [string, string] => {
  const index = text.indexOf(mark);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
};

const lowerCase = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
