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

/** The text itself where it is whole or has come in one piece: a stream around it would cost more than all the rest. */
export const wholeIfShort = (text: TextInPieces): TextInPieces => {
  if (typeof text === 'string') return text;
  const pieces = text[Symbol.iterator]();
  const first = pieces.next();
  if (first.done) return '';
  const second = pieces.next();
  return second.done ? first.value : following([first.value, second.value], pieces);
};
