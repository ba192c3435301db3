import type { EncodedText } from './encoded-text.ts';

/** A body's text: whole where it is short, in pieces where it may be too large for that. */
export type TextInPieces = string | Iterable<string>;

/** The same, or one that is whole and encoded already. */
export type BodyInPieces = TextInPieces | EncodedText;

const done = { done: true, value: undefined } as const;

/** Those that are made already, then the rest. No generator: one that never began would not let go of the rest. */
const following = (made: readonly string[], rest: Iterator<string>): Iterable<string> => ({
  [Symbol.iterator]: () => {
    const first = made.values();
    return {
      next: () => {
        const next = first.next();
        return next.done ? rest.next() : next;
      },
      return: () => rest.return?.() ?? done,
    };
  },
});

/** A usual page of twenty work centres is shorter. */
const shortCharacters = 160 * 1024;

/**
 * The text itself where it is whole, or short enough to be: a stream around it would cost more than all the rest, and
 * twice the time where it is compressed. A longer one stays in its pieces.
 */
export const wholeIfShort = (text: TextInPieces): TextInPieces => {
  if (typeof text === 'string') return text;
  const pieces = text[Symbol.iterator]();
  const made: string[] = [];
  let characters = 0;
  while (characters < shortCharacters) {
    const piece = pieces.next();
    if (piece.done) return made.join('');
    made.push(piece.value);
    characters += piece.value.length;
  }
  return following(made, pieces);
};
