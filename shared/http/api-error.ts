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

/** One violation or failure; `parameter` names the parameter or body field at fault. */
export interface Problem {
  readonly detail: string;
  readonly parameter?: string;
}

/** An error that the contract defines, and that becomes the answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, problems: readonly Problem[], headers: Readonly<Record<string, string>> = {}) {
    super(code);
    this.code = code;
    this.problems = problems;
    this.headers = headers;
  }
}

/** Creates a 400 that lists every violation of the contract. */
export const constraintViolation = (...problems: readonly Problem[]) =>
  new ApiError('CONSTRAINT_VIOLATION', problems);

/** Detail text of a 403. */
export const forbiddenDetail = 'This key does not grant access to this operation.';

/** Creates a 403 for a valid key without the scope of the operation. */
export const forbidden = () => new ApiError('FORBIDDEN', [{ detail: forbiddenDetail }]);

/** Creates a 404 for a path without an operation or a record. */
export const notFound = (detail: string) => new ApiError('METHOD_NOT_FOUND', [{ detail }]);
