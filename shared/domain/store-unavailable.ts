/** A store did not respond in time, or failed. A later retry may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Operation and store, for the log. Never contains client data. */
  readonly operation: string;

  /** `why` is added to the message, for callers that receive only the message and not the cause. */
  constructor(operation: string, { why, ...options }: ErrorOptions & { readonly why?: string } = {}) {
    super(`${operation} failed${why === undefined ? '' : ` (${why})`}`, options);
    this.operation = operation;
  }
}
