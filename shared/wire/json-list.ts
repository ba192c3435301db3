/**
 * A JSON array of items that are JSON already. Put together by `+`, which copies nothing: lists may have hundreds of
 * kB, and whoever sends one copies it once.
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

/** A piece below this would cost more to hand on than to make. */
const leastPieceCharacters = 32 * 1024;

/** A list within a JSON text: what stands before its bracket and after it, and how each item is written. */
interface ListInText<T> {
  readonly before: string;
  readonly items: Iterable<T>;
  readonly toText: (item: T) => string;
  readonly after: string;
}

/** The text in pieces of some tens of kB or of one item, each item's text made when its piece is due. */
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
