import { type Bitmap, emptyBitmap } from '../../../spatial/index.ts';

/**
 * Bits of a group. Ascending rows are encoded as steps: the first row, then differences, each in groups of seven bits,
 * lowest first; all bytes of a step but the last have the eighth bit set.
 */
const groupBits = 7;
const isFollowed = 0x80;
const groupMask = 0x7f;

/** Calls `show` for each pair of a value and a row with it, rows ascending. */
type EachBearing = (show: (value: number, row: number) => void) => void;

const bytesOf = (step: number): number => {
  let bytes = 1;
  for (let rest = step >>> groupBits; rest > 0; rest >>>= groupBits) bytes++;
  return bytes;
};

/** Counts the rows of each value, and the bytes of their steps. */
export const stepsBytes = (values: number, eachBearing: EachBearing) => {
  const counts = new Uint32Array(values);
  const bytes = new Uint32Array(values);
  const former = new Uint32Array(values);
  eachBearing((value, row) => {
    counts[value] = (counts[value] ?? 0) + 1;
    bytes[value] = (bytes[value] ?? 0) + bytesOf(row - (former[value] ?? 0));
    former[value] = row;
  });
  return { counts, bytes };
};

/** Encodes the steps of all values, one value after the other, in the space that `stepsBytes` measured. */
export const encodedSteps = (
  { counts, bytes }: ReturnType<typeof stepsBytes>,
  eachBearing: EachBearing,
): { readonly counts: Uint32Array; readonly steps: Uint8Array; readonly ends: Uint32Array } => {
  const ends = new Uint32Array(bytes.length);
  let total = 0;
  for (const [value, size] of bytes.entries()) {
    // Write position of each value; at the end, the end of its steps.
    ends[value] = total;
    total += size;
  }
  const steps = new Uint8Array(total);
  const former = new Uint32Array(bytes.length);
  eachBearing((value, row) => {
    let place = ends[value] ?? 0;
    let rest = row - (former[value] ?? 0);
    for (; rest > groupMask; rest >>>= groupBits) steps[place++] = (rest & groupMask) | isFollowed;
    steps[place++] = rest;
    ends[value] = place;
    former[value] = row;
  });
  return { counts, steps, ends };
};

/** Decodes the `count` rows whose steps begin at `start`. */
export const readSteps = (steps: Uint8Array, start: number, count: number): Uint32Array => {
  const rows = new Uint32Array(count);
  let place = start;
  let row = 0;
  for (let index = 0; index < count; index++) {
    let byte = steps[place++] ?? 0;
    let step = byte & groupMask;
    for (let shift = groupBits; byte >= isFollowed; shift += groupBits) {
      byte = steps[place++] ?? 0;
      step |= (byte & groupMask) << shift;
    }
    row += step;
    rows[index] = row;
  }
  return rows;
};

/**
 * Decodes the `count` rows whose steps begin at `start` into a bit set of `universe` rows, 32 a word. The loop is
 * repeated here rather than shared, because a call for each row would weigh on the hot path.
 */
export const readStepsAsBits = (
  steps: Uint8Array,
  start: number,
  count: number,
  universe: number,
): Bitmap => {
  const bits = emptyBitmap(universe);
  let place = start;
  let row = 0;
  for (let index = 0; index < count; index++) {
    let byte = steps[place++] ?? 0;
    let step = byte & groupMask;
    for (let shift = groupBits; byte >= isFollowed; shift += groupBits) {
      byte = steps[place++] ?? 0;
      step |= (byte & groupMask) << shift;
    }
    row += step;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
  return bits;
};
