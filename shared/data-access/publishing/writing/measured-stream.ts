import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Size and checksum of a stream. */
interface Measure {
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

/** Meter of the bytes of a stream. */
export interface Meter {
  add(bytes: Uint8Array): void;
  /** Number of bytes so far. */
  readonly bytes: number;
  /** Returns the measure of all bytes; call it once, at the end. */
  measure(): Measure;
}

/** Creates a meter at zero. */
export const newMeter = (): Meter => {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(piece) {
      hash.update(piece);
      bytes += piece.length;
    },
    get bytes() {
      return bytes;
    },
    measure: () => ({ bytes, sha256: hash.digest('hex') }),
  };
};

/** Creates a stream that measures what it passes on. */
export const meteredBy = (meter: Meter): Transform =>
  new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      meter.add(piece);
      done(null, piece);
    },
  });
