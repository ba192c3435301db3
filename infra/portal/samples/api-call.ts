import * as z from 'zod/mini';
import { basePathOf, services } from '../../../shared/domain/access/service.ts';

/** Requests to the API as samples and the form of the reference send them. Runs in browsers too. */

/** Operation, as far as samples depend on it. `callOperations` reads all from OpenAPI. */
export const callOperation = z.object({
  operationId: z.string(),
  service: z.enum(services),
  method: z.string(),
  /** Template below the base path of its service, such as `/workcentres/{id}`. */
  path: z.string(),
  /** Parameters and members of the body. `values` are those that it may have, if they are listed. */
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header', 'body']),
      required: z.boolean(),
      type: z.enum(['string', 'number', 'boolean', 'array']),
      values: z.optional(z.array(z.string())),
    }),
  ),
  /** Whether it redirects to a file, to whose host a client must not send the key. */
  redirects: z.boolean(),
});
export type CallOperation = z.infer<typeof callOperation>;

/** Values for an operation, as text. A query parameter may be repeated. */
interface CallValues {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string | undefined;
}

/** Request to the API: exactly what is sent, besides the address of the API and the key. */
export interface ApiCall {
  readonly operation: CallOperation;
  readonly method: string;
  /** Path and query, encoded: `/locations/v3/workcentres?near=Fitzroy%20VIC`. */
  readonly path: string;
  /** Decoded values in the path and the query. */
  readonly values: Pick<CallValues, 'path' | 'query'>;
  /** Headers by lower-case name, without the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the header `AUTH-KEY` is sent. */
  readonly hasKey: boolean;
}

/** Creates the call of an operation with these values. */
export const callOf = (
  operation: CallOperation,
  { path, query, headers, body }: CallValues,
  hasKey = true,
): ApiCall => {
  const { service, method } = operation;
  const filled = operation.path.replace(/\{(.+?)\}/g, (_, name: string) => encode(path[name] ?? ''));
  const queryText = query.map((pair) => pair.map(encode).join('=')).join('&');
  const type = body === undefined ? [] : [['content-type', 'application/json']];
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    ...{ operation, method, values: { path, query }, body, hasKey },
    path: `${basePathOf[service]}${filled}${queryText && `?${queryText}`}`,
    headers: Object.fromEntries([...type, ...given]),
  };
};

/**
 * Finds the operation with a method and path, and the values of its parameters. The path need not be encoded. Returns
 * undefined if there is none.
 */
export const matchOperation = (operations: readonly CallOperation[], method: string, target: string) => {
  const [path = '', query] = target.split('?', 2);
  for (const operation of operations) {
    const values = valuesInPath(`${basePathOf[operation.service]}${operation.path}`, path);
    if (operation.method === method && values)
      return { operation, path: values, query: [...new URLSearchParams(query)] };
  }
  return undefined;
};

/** Returns the decoded values of a template's `{name}` segments; undefined if the path does not match. */
const valuesInPath = (template: string, path: string): Record<string, string> | undefined => {
  const given = path.split('/');
  const wanted = template.split('/').map((segment, index) => ({
    name: /^\{(.+)\}$/.exec(segment)?.[1],
    segment,
    value: decodeURIComponent(given[index] ?? ''),
  }));
  const matches = wanted.every(({ name, segment, value }) => (name ? value !== '' : segment === value));
  if (!matches || wanted.length !== given.length) return undefined;
  return Object.fromEntries(wanted.flatMap(({ name, value }) => (name ? [[name, value]] : [])));
};

/**
 * Encodes a value for a path or query. Commas, colons and slashes in dates stay readable; everything that has a meaning
 * in a shell is encoded.
 */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/!/g, '%21')
    .replace(/'/g, '%27');
