import { Writable } from 'node:stream';
import type { FromWorker } from './function-messages.ts';

/** Bytes by which a function may be ahead of those who read its answer. */
const windowLength = 64 * 1024;

/** Text that is encoded, or ASCII, as it is. */
const latin1OfText = (text: string, encoding: BufferEncoding): string => {
  if (encoding === 'latin1') return text;
  const isAscii = encoding === 'utf8' && Buffer.byteLength(text) === text.length;
  return isAscii ? text : Buffer.from(text, encoding).toString('latin1');
};

/** A character for each byte: a text lies in the heap, where bytes would have all of it collected, and is sent as it is. */
const latin1Of = (written: string | Buffer, encoding: BufferEncoding): string =>
  typeof written === 'string' ? latin1OfText(written, encoding) : written.toString('latin1');

/**
 * A function's streamed answer on its way to the host. What was made within one turn is told together, and one that
 * was over by then as a whole; beyond the window the function waits until the host took some.
 */
export class PieceStream extends Writable {
  readonly #id: number;
  readonly #tell: (made: () => readonly FromWorker[]) => void;
  #prelude: string | undefined;
  #pieces: string[] = [];
  #isWritten = false;
  #isOver = false;
  #isTold = true;
  #isCutOff = false;
  #untakenLength = 0;
  #goOn: (() => void) | undefined;

  /** `tell` is given what makes the messages once the turn is over. */
  constructor(id: number, tell: (made: () => readonly FromWorker[]) => void) {
    super({ highWaterMark: windowLength, decodeStrings: false });
    this.#id = id;
    this.#tell = tell;
  }

  /** Status and headers of the answer, as JSON. */
  begin(prelude: string): void {
    this.#prelude = prelude;
    this.#tellLater();
  }

  /** Whether all of it was written: it was ended, and the window took the last of it. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** The function is done with it. */
  over(): void {
    this.#isOver = true;
    this.#tellLater();
  }

  /** Tells nothing of what the function may write yet: the host takes the number of the invocation for another. */
  cutOff(): void {
    this.#isCutOff = true;
    this.destroy();
  }

  /** The host took so much of the pieces. */
  taken(length: number): void {
    this.#untakenLength -= length;
    if (this.#untakenLength >= windowLength) return;
    const goOn = this.#goOn;
    this.#goOn = undefined;
    goOn?.();
  }

  override _write(written: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    const piece = latin1Of(written, encoding);
    if (piece.length > 0) {
      this.#pieces.push(piece);
      this.#untakenLength += piece.length;
      this.#tellLater();
    }
    if (this.#untakenLength < windowLength) done();
    else this.#goOn = done;
  }

  override _final(done: () => void): void {
    this.#isWritten = true;
    done();
  }

  #tellLater(): void {
    if (!this.#isTold || this.#isCutOff) return;
    this.#isTold = false;
    this.#tell(() => this.#madeSince());
  }

  #madeSince(): readonly FromWorker[] {
    const id = this.#id;
    const [prelude, pieces] = [this.#prelude, this.#pieces];
    this.#prelude = undefined;
    this.#pieces = [];
    this.#isTold = true;
    this.#isCutOff ||= this.#isOver;
    if (prelude !== undefined && this.#isOver)
      return [{ type: 'whole', id, prelude, bytes: pieces.join('') }];
    return [
      ...(prelude === undefined ? [] : [{ type: 'prelude', id, json: prelude } as const]),
      ...pieces.map((bytes) => ({ type: 'piece', id, bytes }) as const),
      ...(this.#isOver ? [{ type: 'end', id } as const] : []),
    ];
  }
}
