/** A store did not respond in time, or failed. A later retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Operation and store, for the log. Never contains client data. */
  readonly operation: string;

  /**
   * The message includes `why` (default: the cause's message), because Lambda's own log, dead letters and callers of a
   * function contain only an error's message, not its cause.
   */
  constructor(operation: string, { why, ...options }: ErrorOptions & { readonly why?: string } = {}) {
    const reason = why ?? messageOf(options.cause);
    super(`${operation} failed${reason && ` (${reason})`}`, options);
    this.operation = operation;
  }
}

/**
 * Returns the first line of a cause's message. The others of AWS's message about a wrong signature quote the signed
 * headers, including the session token.
 */
const messageOf = (cause: unknown): string => {
  // The message of a failed connection to one of several addresses is empty.
  if (cause instanceof AggregateError && cause.errors.length > 0) return messageOf(cause.errors[0]);
  // Its message may quote stored data.
  if (cause instanceof SyntaxError) return 'the content cannot be parsed';
  return cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : '';
};
