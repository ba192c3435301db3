import { logger } from '../observability/logger.ts';
import { ApiError, type ErrorCode, statusOfCode } from './api-error.ts';
import { type ErrorForm, toErrorBody } from './error-body.ts';
import { commonHeaders, retryLater } from './headers.ts';
import type { ProxyResult } from './response.ts';

/** Mapping of domain errors to error codes: the only place where a service chooses them. */
export interface ErrorContract extends ErrorForm {
  /** Classes of errors with their code, and their detail text if it is not that of the code. */
  readonly failures: readonly (readonly [new (...args: never[]) => Error, ErrorCode, detail?: string])[];
}

const details: Partial<Record<ErrorCode, string>> = {
  SERVICE_UNAVAILABLE:
    'The service is temporarily unavailable. Retry after the number of seconds in Retry-After.',
  INTERNAL_SERVER_ERROR: 'An unexpected error occurred. Quote this id when you contact support.',
};

/** Returns the detail text of an error code that says all there is to say. */
export const detailOfCode = (code: ErrorCode): string => details[code] ?? code;

const toApiError = (error: unknown, { failures }: ErrorContract): ApiError => {
  if (error instanceof ApiError) return error;
  const failure = failures.find(([type]) => error instanceof type);
  const code = failure?.[1] ?? 'INTERNAL_SERVER_ERROR';
  return new ApiError(code, [{ detail: failure?.[2] ?? detailOfCode(code) }]);
};

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** Builds the answer of an error, and its log entry with the ids that the client sees. */
const describe = (apiError: ApiError, form: ErrorForm, requestId: string) => {
  const body = toErrorBody(apiError, form);
  const status = statusOfCode[apiError.code];
  const result: ProxyResult = {
    statusCode: status,
    headers: {
      ...commonHeaders,
      ...(status === 503 ? retryLater : {}),
      ...apiError.headers,
    },
    body: JSON.stringify(body),
  };
  return {
    result,
    entry: { requestId, status, code: apiError.code, errorIds: body.errors.map(({ id }) => id) },
  };
};

/** Maps any thrown value to an answer of the contract, and logs it with the ids that the client sees. */
export const toErrorResult = (error: unknown, contract: ErrorContract, requestId: string): ProxyResult => {
  const { result, entry } = describe(toApiError(error, contract), contract, requestId);
  if (result.statusCode >= 500) logger.error('request failed', { ...entry, error: asError(error) });
  else logger.info('request refused', entry);
  return result;
};

/** Builds the answer of a simulated error, which is not logged as a failure. */
export const toSimulatedResult = (error: ApiError, form: ErrorForm, requestId: string): ProxyResult => {
  const { result, entry } = describe(error, form, requestId);
  logger.info('failure simulated', entry);
  return result;
};
