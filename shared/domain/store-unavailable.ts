/** A store did not answer, answered too late, or refused: trying again later may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** What was asked of which store, for the log; never data of a client. */
  readonly operation: string;

  /** `why` is for those who get the message without the cause. */
  constructor(operation: string, { why, ...options }: ErrorOptions & { readonly why?: string } = {}) {
    super(`${operation} failed${why === undefined ? '' : ` (${why})`}`, options);
    this.operation = operation;
  }
}
