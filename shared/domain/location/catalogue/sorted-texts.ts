import { growingNumbers } from './growing-numbers.ts';

/**
 * Distinct texts sorted by code unit, stored as numbers: a network has hundreds of thousands, most of which are never
 * read.
 */
export interface SortedTexts {
  /** Code units of all texts, concatenated. */
  readonly units: Uint16Array;
  /** End of each text in `units`. */
  readonly ends: Uint32Array;
}

/** Creates a builder; add distinct texts in sorted order. It keeps code units, not strings. */
export const sortedTextsBuilder = () => {
  const units = growingNumbers();
  const ends = growingNumbers();
  return {
    add(text: string): void {
      for (let index = 0; index < text.length; index++) units.push(text.charCodeAt(index));
      ends.push(units.length);
    },
    finish: (): SortedTexts => ({
      units: Uint16Array.from(units.numbers()),
      ends: Uint32Array.from(ends.numbers()),
    }),
  };
};

/** Builds from distinct texts in sorted order. */
export const sortedTexts = (texts: Iterable<string>): SortedTexts => {
  const builder = sortedTextsBuilder();
  for (const text of texts) builder.add(text);
  return builder.finish();
};

/** Compares the text at this position with `text`: negative if before, 0 if equal, positive if after. */
export const compareAt = ({ units, ends }: SortedTexts, position: number, text: string): number => {
  const start = position === 0 ? 0 : (ends[position - 1] ?? 0);
  const length = (ends[position] ?? 0) - start;
  const shared = Math.min(length, text.length);
  for (let index = 0; index < shared; index++) {
    const difference = (units[start + index] ?? 0) - text.charCodeAt(index);
    if (difference !== 0) return difference;
  }
  return length - text.length;
};

/** Compares the texts at two positions: negative if `one` is before `other`, 0 if equal, positive if after. */
export const compareTexts = ({ units, ends }: SortedTexts, one: number, other: number): number => {
  const [start, otherStart] = [one, other].map((position) =>
    position === 0 ? 0 : (ends[position - 1] ?? 0),
  );
  const length = (ends[one] ?? 0) - (start ?? 0);
  const otherLength = (ends[other] ?? 0) - (otherStart ?? 0);
  const shared = Math.min(length, otherLength);
  for (let index = 0; index < shared; index++) {
    const difference = (units[(start ?? 0) + index] ?? 0) - (units[(otherStart ?? 0) + index] ?? 0);
    if (difference !== 0) return difference;
  }
  return length - otherLength;
};

/** Returns the position of a text; undefined if it is absent. */
export const positionOf = (texts: SortedTexts, text: string): number | undefined => {
  let low = 0;
  let high = texts.ends.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const order = compareAt(texts, middle, text);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
};
