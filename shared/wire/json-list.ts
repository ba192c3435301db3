/**
 * Joins items that are already JSON into a JSON array. Concatenated by `+`, which copies nothing until the text is
 * sent: lists may have hundreds of kB.
 */
export const jsonList = (texts: Iterable<string>): string => {
  let list = '[';
  let separator = '';
  for (const text of texts) {
    list += separator + text;
    separator = ',';
  }
  return `${list}]`;
};

/** Minimum size of a piece, as each piece has a fixed cost to send. */
const leastPieceCharacters = 32 * 1024;

/** A list within a JSON text: the text around it, its items, and how each is serialised. */
interface ListInText<T> {
  readonly before: string;
  readonly items: Iterable<T>;
  readonly toText: (item: T) => string;
  readonly after: string;
}

/** Yields the text in pieces of some tens of kB, or of one item; each item is serialised when its piece is due. */
export function* textAroundList<T>({ before, items, toText, after }: ListInText<T>): Generator<string> {
  let piece = `${before}[`;
  let separator = '';
  for (const item of items) {
    piece += separator + toText(item);
    separator = ',';
    if (piece.length >= leastPieceCharacters) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]${after}`;
}
