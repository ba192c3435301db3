/** A store did not answer, answered too late, or refused: trying again later may help. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** What was asked of which store, for the log; never data of a client. */
  readonly operation: string;

  constructor(operation: string, options?: ErrorOptions) {
    super(`${operation} failed`, options);
    this.operation = operation;
  }
}
