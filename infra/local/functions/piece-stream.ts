import { Writable } from 'node:stream';

/** Passes a function's streamed answer on, one piece at a time: the next waits until the host took the former. */
export class PieceStream extends Writable {
  readonly #send: (piece: Uint8Array) => void;
  #taken: (() => void) | undefined;

  constructor(send: (piece: Uint8Array) => void) {
    super({ highWaterMark: 64 * 1024 });
    this.#send = send;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (piece.length === 0) {
      done();
      return;
    }
    this.#taken = done;
    this.#send(piece);
  }

  /** The host took the piece. */
  taken(): void {
    const done = this.#taken;
    this.#taken = undefined;
    done?.();
  }
}
