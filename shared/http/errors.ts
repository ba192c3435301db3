import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { logger } from '../observability/logger.ts';
import { countServerError } from '../observability/request-metrics.ts';
import { clientHeaders } from './client-headers.ts';
import type { GatewayEvent } from './gateway-event.ts';
import { commonHeaders, type Headers, retryLater, retryNextSecond } from './headers.ts';
import type { ProxyResult } from './response.ts';

/** HTTP status of each error code. */
export const statusOfCode = {
  CONSTRAINT_VIOLATION: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  METHOD_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof statusOfCode;

/** All error codes, ordered by status. */
export const errorCodes = Object.keys(statusOfCode) as readonly ErrorCode[];

/** Default detail texts. */
const details: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN: 'This key does not grant access to this operation.',
  TOO_MANY_REQUESTS: 'Rate limit exceeded. Retry after the number of seconds in Retry-After.',
  INTERNAL_SERVER_ERROR: 'An unexpected error occurred. Quote this id when you contact support.',
  SERVICE_UNAVAILABLE:
    'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
};

/** Detail text of a 401. */
export const invalidKeyDetail = 'The AUTH-KEY header is missing or does not contain a valid key.';

/** Detail text of a 404 for a path without an operation. */
export const unknownPathDetail = 'No resource exists at this path.';

/** Returns the default detail text of an error code. */
export const detailOfCode = (code: ErrorCode): string => details[code] ?? code;

/** One violation or failure; `parameter` names the parameter or body field at fault. */
export interface Problem {
  readonly detail: string;
  readonly parameter?: string;
}

/** An error that the contract defines, which becomes an error response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly headers: Headers;

  constructor(
    code: ErrorCode,
    problems: readonly Problem[] = [{ detail: detailOfCode(code) }],
    headers: Headers = {},
  ) {
    super(code);
    this.code = code;
    this.problems = problems;
    this.headers = headers;
  }
}

/** An error that a sandbox request simulates. It does not count as a failure. */
export class SimulatedError extends ApiError {}

/** Creates a 400 that lists every violation of the contract. */
export const constraintViolation = (...problems: readonly Problem[]) =>
  new ApiError('CONSTRAINT_VIOLATION', problems);

/** Creates a 404 for an unknown path or record. */
export const notFound = (detail: string) => new ApiError('METHOD_NOT_FOUND', [{ detail }]);

/** Creates a 404 for a path without an operation. */
export const unknownPath = () => notFound(unknownPathDetail);

/** Maximum length of a quoted value, in code points. */
const maxQuoted = 40;

/** Quotes a client's value for an error message, shortened to a readable length. */
export const quoted = (value: string): string => {
  // A code point has at most two UTF-16 units, so only the start of a huge value needs to be split.
  const characters = [...value.slice(0, 2 * maxQuoted + 2)];
  const isShort = characters.length <= maxQuoted;
  return JSON.stringify(isShort ? value : `${characters.slice(0, maxQuoted).join('')}…`);
};

/** Describes a violation for the client. A message in the schema takes precedence. */
export const violationMessage = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type': {
      const article = /^[aeiou]/.test(issue.expected) ? 'an' : 'a';
      return issue.input === undefined ? 'is missing' : `must be ${article} ${issue.expected}`;
    }
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return undefined;
  }
};

type ErrorClass = new (...args: never[]) => Error;

/** Mapping from a service's domain errors to error codes. */
export interface ErrorContract {
  /** Whether an error names the offending parameter in `source`. */
  readonly namesSource: boolean;
  /** Error classes with their code, and a detail text if it differs from the code's default. */
  readonly failures: readonly (readonly [ErrorClass, ErrorCode, detail?: string])[];
  /** Classes of `failures` that are not faults, because clients can cause them. They do not count as failures. */
  readonly expected?: readonly ErrorClass[];
}

/** Maps any thrown value to an error response with new ids, logs it with these ids, and counts failures. */
export const toErrorResult = (thrown: unknown, contract: ErrorContract, requestId: string): ProxyResult => {
  const { code, problems, headers } = toApiError(thrown, contract);
  const status = statusOfCode[code];
  const errors = problems.map(({ detail, parameter }) => ({
    id: randomUUID(),
    code,
    detail,
    ...(contract.namesSource && parameter !== undefined && { source: { parameter } }),
  }));
  const entry = { requestId, status, code, errorIds: errors.map(({ id }) => id) };
  if (thrown instanceof SimulatedError) logger.info('failure simulated', entry);
  else if (contract.expected?.some((type) => thrown instanceof type))
    logger.info('nothing to return yet', { ...entry, reason: String(thrown) });
  else if (status < 500) logger.info('request rejected', entry);
  else {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    logger.error('request failed', { ...entry, error });
    countServerError();
  }
  return {
    statusCode: status,
    headers: { ...commonHeaders, ...retryAfter[status], ...headers },
    body: JSON.stringify({ errors }),
  };
};

/** Builds the response for a function that rejects every request and belongs to no service. */
export const rejectRequest = (event: GatewayEvent, error: ApiError): ProxyResult => {
  const { requestId } = event.requestContext;
  const result = toErrorResult(error, { failures: [], namesSource: false }, requestId);
  return { ...result, headers: { ...result.headers, ...clientHeaders(event) } };
};

const toApiError = (thrown: unknown, { failures }: ErrorContract): ApiError => {
  if (thrown instanceof ApiError) return thrown;
  const failure = failures.find(([type]) => thrown instanceof type);
  const code = failure?.[1] ?? 'INTERNAL_SERVER_ERROR';
  return new ApiError(code, [{ detail: failure?.[2] ?? detailOfCode(code) }]);
};

const retryAfter: Readonly<Record<number, Headers>> = { 429: retryNextSecond, 503: retryLater };
