/** What an operator can understand and act upon; it is shown without a stack. The exit status is 1. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** The command line was given wrongly. The exit status is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
