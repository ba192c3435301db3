import type { PointsResponse } from './contract.ts';

const listName = 'points' satisfies keyof PointsResponse;
const opening = `{"${listName}":[`;
const closing = ']}';

/** A piece below this would cost more to hand on than to make. */
const leastPieceCharacters = 32 * 1024;

/** The body `{"points":[...]}` of these items, each point's text made by `toText`. */
export const pointsText = <T>(items: Iterable<T>, toText: (item: T) => string): string => {
  let text = opening;
  let separator = '';
  for (const item of items) {
    text += separator + toText(item);
    separator = ',';
  }
  return text + closing;
};

/** The same in pieces of some tens of kB, each point's text made when its piece is due. */
export function* pointsBody<T>(items: Iterable<T>, toText: (item: T) => string): Generator<string> {
  let piece = opening;
  let separator = '';
  for (const item of items) {
    piece += separator + toText(item);
    separator = ',';
    if (piece.length >= leastPieceCharacters) {
      yield piece;
      piece = '';
    }
  }
  yield piece + closing;
}
