import type * as z from 'zod';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import type { ErrorsBody } from '../operation.ts';
import { Finding, must } from './finding.ts';

/** The body as its schema has it. Throws Finding. */
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

/** The errors of a refusal that must have this status. Throws Finding. */
export const readErrors = (
  schema: z.ZodType<ErrorsBody>,
  status: number,
  response: TargetResponse,
): ErrorsBody['errors'] => {
  must(response.status === status, 'status', status, [response.status, response.body]);
  const { errors } = readBody(schema, response);
  const codes = new Set(errors.map(({ code }) => code));
  must(codes.size === 1 && codes.has(codeOf[status] ?? ''), 'error codes', codeOf[status], [...codes]);
  must(new Set(errors.map(({ id }) => id)).size === errors.length, 'ids of errors', 'all different', errors);
  return errors;
};

/** Version 3 names the parameter at the beginning of the detail alone. */
const nameIn = ({ source, detail }: ErrorsBody['errors'][number]): string =>
  source?.parameter ?? detail.slice(0, /: /.exec(detail)?.index ?? 0);

/** That a 400 names each offending parameter, and no other. Throws Finding. */
export const checkViolations = (
  schema: z.ZodType<ErrorsBody>,
  offending: readonly string[],
  response: TargetResponse,
): void => {
  const named = new Set(readErrors(schema, 400, response).map(nameIn));
  const missing = offending.filter((name) => !named.has(name));
  const surplus = [...named].filter((name) => !offending.includes(name));
  must(missing.length + surplus.length === 0, 'parameters a 400 names', offending, [...named]);
};
