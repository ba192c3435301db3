/** Text of a body: one string, or pieces if it may be too large for that. */
export type TextInPieces = string | Iterable<string>;

const done = { done: true, value: undefined } as const;

/**
 * Iterates over the pieces already made, then the rest. Not a generator: one that is never started would not close the
 * rest.
 */
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

/** Characters up to which a text is sent whole; a usual page of twenty work centres has fewer. */
const shortCharacters = 160 * 1024;

/**
 * Returns a short text whole, as a stream for it would weigh on the hot path, even more so if compressed. A longer text
 * stays in pieces.
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
