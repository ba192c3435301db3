/**
 * Below 2^8, so that a part and a number below 2^24 fit in 32 bits. With more of them the pages that are being filled
 * would not fit into the cache of who keeps things by parts; with fewer a part of a million locations would not.
 */
const mostParts = 127;
/** Enough for parts of which few are twice as large as others. */
const keysOfPart = 16;
const sampleSize = keysOfPart * mostParts;

/**
 * Parts keys into some 127 stretches of their order that have about as many keys each, so that what belongs together
 * can be kept together before all of it is known. Where stretches begin is learnt from the first keys, which are all in
 * part 0: it is as good as those are a fair sample. Gives the part of a key, ascending with the keys from 1 on.
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
