import type * as z from 'zod';
import type { TargetResponse } from '../support/targets/api-target.ts';
import type { ErrorsBody } from './operation.ts';

/** Thrown if a response violates a contract. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 600);

/** Throws Finding with both values unless the condition is true. */
export const must = (holds: boolean, what: string, expected: unknown, got: unknown): void => {
  if (!holds) throw new Finding(`${what}: expected ${shown(expected)}, got ${shown(got)}`);
};

/** Serialises a value, independently of the order of members and of undefined members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

export const mustEqual = (what: string, expected: unknown, got: unknown): void =>
  must(canonical(expected) === canonical(got), what, expected, got);

/** Throws Finding, with the body, if a response has another status. */
export const mustHaveStatus = ({ status, body }: TargetResponse, expected: number): void =>
  must(status === expected, 'status', expected, [status, body]);

/** Text that every request contains in headers and unknown parameters. No response header may contain it. */
export const mark = 'fuzzmark7c1';

/** Patterns of internal details that no body or header may contain. */
const leaks: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(.*:\d+:\d+\)/,
  /node_modules|\.(ts|mjs|cjs|js):\d+/,
  /arn:aws|AKIA|ASIA|dynamodb|aws-sdk/i,
  /(Validation|Throughput|ConditionalCheckFailed|ResourceNotFound)Exception/,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError|ZodError|ECONNREFUSED|ENOENT)\b/,
  /\/(home|tmp|usr|var|opt)\/\w/,
  /\bwp_(live|test|web)_/,
];

const expectedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const unwanted = ['server', 'x-powered-by', 'x-injected', 'access-control-allow-credentials', 'set-cookie'];

/** Checks the properties that every response must have. Throws Finding. */
export const checkCommon = ({ status, headers, body }: TargetResponse): void => {
  must(status < 500, 'status', 'below 500', [status, body]);
  for (const [name, value] of Object.entries(expectedHeaders))
    mustEqual(`header ${name} of a ${status}`, value, headers[name]);
  for (const name of unwanted) mustEqual(`header ${name}`, undefined, headers[name]);
  if (status !== 302 && body !== '') mustEqual('content type', 'application/json', headers['content-type']);
  if (status === 405)
    must(/^(GET|POST), OPTIONS$/.test(headers.allow ?? ''), 'header allow', 'methods', headers.allow);
  const { location, ...others } = headers;
  const headerText = Object.entries(others).join('\n');
  must(!headerText.includes(mark), 'headers', 'nothing of the request', headerText);
  for (const leak of leaks) {
    must(!leak.test(headerText), 'headers', `no ${leak}`, headerText);
    must(!leak.test(body), 'body', `no ${leak}`, body);
  }
  must(!('polluted' in {}), 'prototype of all objects', 'unchanged', 'polluted');
};

export const readBody = <T>(schema: z.ZodType<T>, { body, status }: TargetResponse): T => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Finding(`body of a ${status}: expected JSON, got ${JSON.stringify(body.slice(0, 300))}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new Finding(`body of a ${status} breaks its schema: ${issues.slice(0, 5).join('; ')}`);
};

const codeOf: Readonly<Record<number, string>> = {
  400: 'CONSTRAINT_VIOLATION',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'METHOD_NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
};

/** Returns the errors in the body of a response, which must have the given status. Throws Finding. */
export const readErrors = (
  schema: z.ZodType<ErrorsBody>,
  status: number,
  response: TargetResponse,
): ErrorsBody['errors'] => {
  mustHaveStatus(response, status);
  const { errors } = readBody(schema, response);
  const codes = new Set(errors.map(({ code }) => code));
  must(codes.size === 1 && codes.has(codeOf[status] ?? ''), 'error codes', codeOf[status], [...codes]);
  must(new Set(errors.map(({ id }) => id)).size === errors.length, 'ids of errors', 'all different', errors);
  return errors;
};

/** Returns the parameter that an error names. Version 3 names it only at the start of the detail. */
const nameIn = ({ source, detail }: ErrorsBody['errors'][number]): string =>
  source?.parameter ?? detail.slice(0, /: /.exec(detail)?.index ?? 0);

/** Checks that a 400 names each offending parameter, and no others except those that may be invalid. Throws Finding. */
export const checkViolations = (
  schema: z.ZodType<ErrorsBody>,
  offending: readonly string[],
  response: TargetResponse,
  possible: readonly string[] = [],
): void => {
  const named = new Set(readErrors(schema, 400, response).map(nameIn));
  const missing = offending.filter((name) => !named.has(name));
  const surplus = [...named].filter((name) => !offending.includes(name) && !possible.includes(name));
  must(missing.length + surplus.length === 0, 'parameters named by a 400', offending, [...named]);
};
