import type { KeyedColumns } from './keyed-columns.ts';

/** Keys are spread over four million stretches of equal width, in two turns of so many bits. */
const turnBits = 11;
const turnSize = 1 << turnBits;
const stretches = turnSize * turnSize;

/** What spreading takes room for beside the keys. */
interface Workspace {
  readonly keys: Float64Array;
  readonly companions: Uint32Array;
  /** For each key the number of its stretch. */
  readonly numbers: Uint32Array;
  /** Keys by the lower half of that number, then by all of it. */
  readonly halfWay: Uint32Array;
  readonly order: Uint32Array;
}

const workspaceFor = (count: number): Workspace => ({
  keys: new Float64Array(count),
  companions: new Uint32Array(count),
  numbers: new Uint32Array(count),
  halfWay: new Uint32Array(count),
  order: new Uint32Array(count),
});

/** Room for more than this is given back after use. One sort at a time uses the rest, and the next one again. */
const keysKept = 16_384;
const kept = workspaceFor(keysKept);

/** Turns how many there are of each into where each begins. */
const toStarts = (counts: Uint32Array): void => {
  let sum = 0;
  for (let index = 0; index < counts.length; index++) {
    const count = counts[index] ?? 0;
    counts[index] = sum;
    sum += count;
  }
};

/** Numbers the stretch of each key; numbers ascend with the keys. */
const numberStretches = ({ keys, numbers }: Workspace, count: number): void => {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const key = keys[index] ?? 0;
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  const perUnit = highest > lowest ? (stretches - 1) / (highest - lowest) : 0;
  for (let index = 0; index < count; index++) numbers[index] = ((keys[index] ?? 0) - lowest) * perUnit;
};

/** Orders the keys by the numbers of their stretches: by the lower half of each, then by the upper one. */
const orderByStretch = ({ numbers, halfWay, order }: Workspace, count: number): void => {
  const lower = new Uint32Array(turnSize);
  const upper = new Uint32Array(turnSize);
  for (let index = 0; index < count; index++) {
    const number = numbers[index] ?? 0;
    const low = number & (turnSize - 1);
    const high = number >>> turnBits;
    lower[low] = (lower[low] ?? 0) + 1;
    upper[high] = (upper[high] ?? 0) + 1;
  }
  toStarts(lower);
  toStarts(upper);
  for (let index = 0; index < count; index++) {
    const low = (numbers[index] ?? 0) & (turnSize - 1);
    const place = lower[low] ?? 0;
    lower[low] = place + 1;
    halfWay[place] = index;
  }
  for (let at = 0; at < count; at++) {
    const index = halfWay[at] ?? 0;
    const high = (numbers[index] ?? 0) >>> turnBits;
    const place = upper[high] ?? 0;
    upper[high] = place + 1;
    order[place] = index;
  }
};

/**
 * Puts keys from `start` up to `end` into the order of narrow stretches that they fall into, each with its
 * companion, and calls back with each stretch that has several, whose keys are in no order yet. Time grows with the
 * number of keys, however they cluster.
 */
export const spreadKeys = (
  { keys, companions }: KeyedColumns,
  start: number,
  end: number,
  sortStretch: (from: number, upTo: number) => void,
): void => {
  const count = end - start;
  const work = count > keysKept ? workspaceFor(count) : kept;
  work.keys.set(keys.subarray(start, end));
  work.companions.set(companions.subarray(start, end));
  numberStretches(work, count);
  orderByStretch(work, count);
  let first = start;
  let last = -1;
  for (let at = 0; at < count; at++) {
    const index = work.order[at] ?? 0;
    keys[start + at] = work.keys[index] ?? 0;
    companions[start + at] = work.companions[index] ?? 0;
    const number = work.numbers[index] ?? 0;
    if (number === last) continue;
    if (start + at - first > 1) sortStretch(first, start + at);
    first = start + at;
    last = number;
  }
  if (end - first > 1) sortStretch(first, end);
};
