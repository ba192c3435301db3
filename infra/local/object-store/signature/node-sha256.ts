import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';

type Source = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (source: Source): string | Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : typeof source === 'string'
      ? source
      : new Uint8Array(source);

/** SHA-256, keyed where it is given a secret, in the form that the signer of the SDK asks for. */
export class NodeSha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: Source) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: Source): void {
    this.#hash.update(bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
