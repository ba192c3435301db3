/** No key was ever issued under this id. */
export class UnknownApiKey extends Error {
  override readonly name = 'UnknownApiKey';
}

/** Reason why a key cannot be changed. */
type Refusal = 'revoked' | 'expired' | 'rotated';

/** The state of the key does not allow this change; `successor` is the key that replaced it. */
export class ApiKeyNotChanged extends Error {
  override readonly name = 'ApiKeyNotChanged';
  readonly refusal: Refusal;
  readonly successor: string | undefined;

  constructor(refusal: Refusal, successor?: string) {
    super(`The key is ${refusal}${successor === undefined ? '' : `: ${successor} took over from it`}.`);
    this.refusal = refusal;
    this.successor = successor;
  }
}
