/** A request that is answered with an error of EventBridge. */
export class Refused extends Error {
  override readonly name = 'Refused';
  /** The error's name, as the service has it. */
  readonly type: string;

  constructor(type: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.type = type;
  }
}
