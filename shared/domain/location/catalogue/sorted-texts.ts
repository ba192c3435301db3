import { growingNumbers } from './growing-numbers.ts';

/**
 * Distinct texts in the order of their code units, kept as numbers: a whole network has hundreds of thousands, and
 * nobody ever reads most of them.
 */
export interface SortedTexts {
  /** The code units of all texts, one after the other. */
  readonly units: Uint16Array;
  /** Where each text ends in `units`. */
  readonly ends: Uint32Array;
}

/** Takes texts that come in order, each once, and holds no string of them. */
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

/** Takes texts that are in order, each once. */
export const sortedTexts = (texts: Iterable<string>): SortedTexts => {
  const builder = sortedTextsBuilder();
  for (const text of texts) builder.add(text);
  return builder.finish();
};

/** Less than 0 where the text at this position comes before `text`, 0 where it is the same, else more. */
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

/** Less than 0 where the text at `one` comes before that at `other`, 0 where they are the same, else more. */
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

/** Where the text stands in the order, or undefined where it is none of them. */
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
