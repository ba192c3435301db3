/**
 * Number of parts. Below 2^8, so that a part and a number below 2^24 fit in 32 bits; more parts would exceed the
 * database's page cache, and so would one part of a million locations if there were fewer.
 */
const mostParts = 127;
/** Sampled keys for each part, enough for parts of similar size. */
const keysOfPart = 16;
const sampleSize = keysOfPart * mostParts;

/**
 * Creates a function that assigns keys to some 127 consecutive ranges of about equal size, so that related rows are
 * stored together before all keys are known. The bounds are learnt from the first keys, which all go to part 0 and
 * should be a fair sample. Later parts count from 1, ascending with the keys.
 */
export const learntParts = <Key extends string | number>(): ((key: Key) => number) => {
  const sample: Key[] = [];
  let bounds: readonly Key[] | undefined;
  const partOf = (key: Key, ascending: readonly Key[]): number => {
    let low = 0;
    let high = ascending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const bound = ascending[middle];
      if (bound !== undefined && bound <= key) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  return (key) => {
    if (bounds) return partOf(key, bounds);
    sample.push(key);
    if (sample.length === sampleSize) {
      sample.sort((one, other) => (one < other ? -1 : 1));
      bounds = Array.from({ length: mostParts - 1 }, (_, index) => sample[(index + 1) * keysOfPart] ?? key);
      sample.length = 0;
    }
    return 0;
  };
};
