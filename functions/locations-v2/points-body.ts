import type { PointsResponse } from './contract.ts';

const listName = 'points' satisfies keyof PointsResponse;

/** A piece below this would cost more to hand on than to make. */
const leastPieceCharacters = 32 * 1024;

/** The body `{"points":[...]}` in pieces of some tens of kB, each point's text made when its piece is due. */
export function* pointsBody<T>(items: Iterable<T>, toText: (item: T) => string): Generator<string> {
  let piece = `{"${listName}":[`;
  let separator = '';
  for (const item of items) {
    piece += separator + toText(item);
    separator = ',';
    if (piece.length >= leastPieceCharacters) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

/** The same in one piece. */
export const pointsText = <T>(items: readonly T[], toText: (item: T) => string): string =>
  `{"${listName}":[${items.map(toText).join()}]}`;
