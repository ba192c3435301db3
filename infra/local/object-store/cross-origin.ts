import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './operations/operation.ts';
import { S3Error } from './s3-error.ts';

/** A rule by which a bucket lets pages of every origin send requests, without headers of their own. */
export interface CrossOriginRule {
  readonly methods: readonly string[];
  /** Headers of answers that pages may read. */
  readonly exposedHeaders: readonly string[];
}

type Rules = readonly CrossOriginRule[];

const ruleFor = (rules: Rules, method: string) => rules.find(({ methods }) => methods.includes(method));

const headersOf = ({ methods, exposedHeaders }: CrossOriginRule) => ({
  'access-control-allow-origin': '*',
  'access-control-allow-methods': methods.join(', '),
  ...(exposedHeaders.length > 0 && { 'access-control-expose-headers': exposedHeaders.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/** Returns the headers that let a page read the answer to its request; none for programs that are not a browser. */
export const crossOriginHeaders = (
  rules: Rules,
  method: string,
  { origin }: IncomingHttpHeaders,
): Readonly<Record<string, string>> => {
  const rule = origin === undefined ? undefined : ruleFor(rules, method);
  return rule ? headersOf(rule) : {};
};

/** Answers a browser that asks whether a page may send a request. Throws BadRequest, AccessForbidden. */
export const answerPreflight = (rules: Rules, headers: IncomingHttpHeaders): Answer => {
  const method = headers['access-control-request-method'];
  if (headers.origin === undefined || method === undefined) {
    throw new S3Error('BadRequest', 'A preflight request needs Origin and Access-Control-Request-Method.');
  }
  const rule = ruleFor(rules, method);
  if (rule === undefined || headers['access-control-request-headers']) throw new S3Error('AccessForbidden');
  return { status: 200, headers: headersOf(rule) };
};
