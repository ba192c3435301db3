/** The codes of an error body, with the status each is answered with. */
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

/** One thing that is wrong; `parameter` names the parameter or body field at fault. */
export interface Problem {
  readonly detail: string;
  readonly parameter?: string;
}

/** An answer that is an error of the contract. */
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

/** The request breaks the contract: 400 with every violation. */
export const constraintViolation = (...problems: readonly Problem[]) =>
  new ApiError('CONSTRAINT_VIOLATION', problems);

/** What is said to a client whose key is good, but for something else. */
export const forbiddenDetail = 'The key does not open this operation.';

/** The key is good, but not for this: 403. */
export const forbidden = () => new ApiError('FORBIDDEN', [{ detail: forbiddenDetail }]);

/** There is nothing under this path: 404. */
export const notFound = (detail: string) => new ApiError('METHOD_NOT_FOUND', [{ detail }]);
