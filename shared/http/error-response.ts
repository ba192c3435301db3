import { logger } from '../observability/logger.ts';
import { ApiError, type ErrorCode, statusOfCode } from './api-error.ts';
import type { ProxyResult } from './api-response.ts';
import { type ErrorForm, toErrorBody } from './error-body.ts';
import { commonHeaders, retryLater } from './response-headers.ts';

/** How a service answers the domain's errors: the one place where it chooses their codes. */
export interface ErrorContract extends ErrorForm {
  readonly failures: readonly (readonly [new (...args: never[]) => Error, ErrorCode])[];
}

const details: Partial<Record<ErrorCode, string>> = {
  SERVICE_UNAVAILABLE: 'The service cannot answer at the moment. Try again later.',
  INTERNAL_SERVER_ERROR: 'An unexpected condition was met. The id of this error is in our log.',
};

/** What is said of an error without words of its own. */
export const detailOfCode = (code: ErrorCode, otherwise: string = code): string => details[code] ?? otherwise;

const toApiError = (error: unknown, { failures }: ErrorContract): ApiError => {
  if (error instanceof ApiError) return error;
  const code = failures.find(([type]) => error instanceof type)?.[1] ?? 'INTERNAL_SERVER_ERROR';
  const detail = detailOfCode(code, error instanceof Error ? error.message : code);
  return new ApiError(code, [{ detail }]);
};

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

/** The answer that an error is, and what the log has of it: the ids that the client sees. */
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

/** Maps whatever was thrown to an answer of the contract, and logs it under the ids the client sees. */
export const toErrorResult = (error: unknown, contract: ErrorContract, requestId: string): ProxyResult => {
  const { result, entry } = describe(toApiError(error, contract), contract, requestId);
  if (result.statusCode >= 500) logger.error('request failed', { ...entry, error: asError(error) });
  else logger.info('request refused', entry);
  return result;
};

/** The answer that a client asked for, which is nobody's failure. */
export const toSimulatedResult = (error: ApiError, form: ErrorForm, requestId: string): ProxyResult => {
  const { result, entry } = describe(error, form, requestId);
  logger.info('failure simulated', entry);
  return result;
};
