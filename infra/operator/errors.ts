import * as z from 'zod';
import { StoreUnavailable } from '../../shared/domain/store-unavailable.ts';

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2, badLines: 3, refused: 4 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export type ErrorCode =
  | 'wrong_usage'
  | 'failed'
  | 'interrupted'
  | 'not_found'
  | 'no_stack'
  | 'access_denied'
  | 'unreachable'
  | 'busy'
  | 'held'
  | 'publication_refused'
  | 'not_served'
  | 'import_failed'
  | 'damaged';

interface ErrorDetails extends ErrorOptions {
  /** Error code. If absent, it is derived from the cause. */
  readonly code?: ErrorCode | undefined;
  /** How to fix the error, as a sentence without its final period. */
  readonly remedy?: string | undefined;
  readonly exit?: ExitCode;
  /** Result of the part that succeeded, printed like the result of a successful command. */
  readonly result?: { readonly data: object; readonly text: string };
}

/** An error that operators can understand and act on. It is printed without a stack trace. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
  readonly code: ErrorCode;
  readonly remedy: string | undefined;
  readonly exit: ExitCode;
  readonly result: ErrorDetails['result'];

  constructor(message: string, { code, remedy, exit = 1, result, ...options }: ErrorDetails = {}) {
    super(message, options);
    this.code = code ?? codeOf(options.cause);
    this.remedy = remedy;
    this.exit = exit;
    this.result = result;
  }

  /** Returns a copy with the result of the part that succeeded, and with `succeeded` before the message. */
  after(result: ErrorDetails['result'], succeeded = ''): OperatorError {
    const { message, code, remedy, exit, cause } = this;
    return new OperatorError(`${succeeded}${message}`, { code, remedy, exit, result, cause });
  }
}

export const asOperatorError = (error: unknown): OperatorError =>
  error instanceof OperatorError ? error : new OperatorError(errorMessage(error), { cause: error });

export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
  constructor(message: string, remedy?: string, options?: ErrorOptions) {
    super(message, { ...options, remedy, code: 'wrong_usage', exit: exitCodes.wrongUsage });
  }
}

const failedCall = z.object({
  name: z.string(),
  code: z.coerce.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
});

/** Returns the code for an error or its cause, because the SDK and fetch wrap connection errors. */
const codeOf = (error: unknown): ErrorCode => {
  if (!(error instanceof Error)) return 'failed';
  if (error instanceof OperatorError) return error.code;
  const { name, code = '', $metadata } = failedCall.parse(error);
  if ($metadata?.httpStatusCode === 403 || name.startsWith('AccessDenied')) return 'access_denied';
  if (/^(E(CONN|HOST|NET|AI_|TIMEDOUT)|ENOTFOUND|UND_ERR)/.test(code) || name === 'TimeoutError')
    return 'unreachable';
  const ofCause = codeOf(error.cause);
  return ofCause === 'failed' && error instanceof StoreUnavailable ? 'unreachable' : ofCause;
};

export const fullMessage = ({
  message,
  remedy,
}: Pick<ErrorDetails, 'remedy'> & { message: string }): string =>
  remedy === undefined ? message : `${message}. ${remedy}`;

/** Returns an error's message and, unless included, its cause's, because the SDK and fetch wrap connection errors. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return errorMessage(error.errors[0]);
  if (error instanceof z.core.$ZodError)
    return error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  if (!(error instanceof Error)) return String(error);
  const own = error instanceof OperatorError ? fullMessage(error) : error.message || error.name;
  if (error.cause === undefined) return own;
  const cause = errorMessage(error.cause);
  return own.includes(cause) ? own : `${own} (${cause})`;
};
