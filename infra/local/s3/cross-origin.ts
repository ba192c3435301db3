import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';

/** A CORS rule of a bucket. It lets pages of every origin send requests, without headers of their own. */
export interface CrossOriginRule {
  readonly methods: readonly string[];
  /** Response headers that pages may read. */
  readonly exposedHeaders: readonly string[];
}

/** Returns the headers that let a page read the response; none for clients that are not a browser. */
export const crossOriginHeaders = (
  rules: readonly CrossOriginRule[],
  method: string,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> => {
  const rule = origin === undefined ? undefined : ruleFor(rules, method);
  return rule ? headersOf(rule) : {};
};

/** Returns the headers of the response to a preflight request. Throws BadRequest, AccessForbidden. */
export const preflightHeaders = (
  rules: readonly CrossOriginRule[],
  headers: IncomingHttpHeaders,
): Readonly<Record<string, string>> => {
  const method = headers['access-control-request-method'];
  if (headers.origin === undefined || method === undefined)
    throw new S3Error('BadRequest', 'A preflight request needs Origin and Access-Control-Request-Method.');
  const rule = ruleFor(rules, method);
  if (rule === undefined || headers['access-control-request-headers']) throw new S3Error('AccessForbidden');
  return headersOf(rule);
};

const ruleFor = (rules: readonly CrossOriginRule[], method: string) =>
  rules.find(({ methods }) => methods.includes(method));

const headersOf = ({ methods, exposedHeaders }: CrossOriginRule) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods.join(', '),
  ...(exposedHeaders.length > 0 && { 'access-control-expose-headers': exposedHeaders.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});
