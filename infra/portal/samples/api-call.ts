import * as z from 'zod/mini';
import { basePathOf, services } from '../../../shared/domain/access/service.ts';
import { printValue } from './print-value.ts';

/** Requests to the API, as sent by samples and by the reference's form. Also runs in browsers. */

/** The parts of an operation that samples need. The reference's pages contain them as JSON. */
export const callOperation = z.object({
  operationId: z.string(),
  service: z.enum(services),
  method: z.string(),
  /** Template below the base path of its service, such as `/workcentres/{id}`. */
  path: z.string(),
  /** Parameters and members of the body. `values` are the allowed values, if they are listed. */
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header', 'body']),
      required: z.boolean(),
      type: z.enum(['string', 'number', 'boolean', 'array']),
      values: z.optional(z.array(z.string())),
    }),
  ),
  /** Whether the operation redirects to a file. Clients must not send the key to the file's host. */
  redirects: z.boolean(),
  needsKey: z.boolean(),
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

/** Request to the API, exactly as it is sent except for the API's address and the key. */
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

export const callOf = (
  operation: CallOperation,
  { path, query, headers, body }: CallValues,
  hasKey: boolean,
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

/** Returns the call that a form's fields describe. Fields have names such as `query.size`. Omits empty fields. */
export const callOfForm = (operation: CallOperation, fields: Readonly<Record<string, string>>): ApiCall => {
  const filled = (place: string) =>
    Object.entries(fields)
      .filter(([name, value]) => value !== '' && name.startsWith(`${place}.`))
      .map(([name, value]) => [name.slice(place.length + 1), value] as const);
  const types = new Map(operation.parameters.map(({ name, type }) => [name, type]));
  const members = filled('body').map(([name, value]) => [
    name,
    types.get(name) === 'number' ? numberOr(value) : value,
  ]);
  const values = {
    path: Object.fromEntries(filled('path')),
    query: filled('query'),
    headers: Object.fromEntries(filled('header')),
    body: operation.method === 'GET' ? undefined : printValue(Object.fromEntries(members)),
  };
  return callOf(operation, values, operation.needsKey);
};

/** Text that is not a number is sent unchanged, so that the API can say what is wrong with it. */
const numberOr = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

/** Encodes a value for a path or query. Leaves commas and colons readable, but encodes what shells interpret. */
const encode = (text: string): string =>
  encodeURIComponent(text)
    .replace(/%2C/g, ',')
    .replace(/%3A/g, ':')
    .replace(/!/g, '%21')
    .replace(/'/g, '%27');
