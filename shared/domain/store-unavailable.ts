/** A store did not respond in time or refused; a later retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Operation and store, for the log; never data of a client. */
  readonly operation: string;

  /** `why` is added to the message for callers that see the message without the cause. */
  constructor(operation: string, { why, ...options }: ErrorOptions & { readonly why?: string } = {}) {
    super(`${operation} failed${why === undefined ? '' : ` (${why})`}`, options);
    this.operation = operation;
  }
}
