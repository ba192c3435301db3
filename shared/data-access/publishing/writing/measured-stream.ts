import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Size and checksum of bytes. */
interface Measure {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Measures bytes as they come by. */
export interface Meter {
  add(bytes: Uint8Array): void;
  /** Bytes so far. */
  readonly bytes: number;
  /** Of all that came by; asked for once, at the end. */
  measure(): Measure;
}

/** A meter that has seen nothing yet. */
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

/** A stream that passes on what it gets, and measures it. */
export const meteredBy = (meter: Meter): Transform =>
  new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      meter.add(piece);
      done(null, piece);
    },
  });
