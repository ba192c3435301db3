export interface FunctionFailure {
  readonly kind: 'failed';
  readonly errorType: string;
  readonly errorMessage: string;
}

/** Converts an error that a function threw to a failure as Lambda reports it. */
export const failureOf = (error: unknown): FunctionFailure =>
  error instanceof Error
    ? { kind: 'failed', errorType: error.name, errorMessage: error.message }
    : { kind: 'failed', errorType: typeof error, errorMessage: String(error) };
