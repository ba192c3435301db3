import { jsonList } from '../../shared/wire/json-list.ts';
import type { PointsResponse } from './contract.ts';

const listName = 'points' satisfies keyof PointsResponse;

/** A piece below this would cost more to hand on than to make. */
const leastPieceCharacters = 32 * 1024;

/** The body `{"points":[...]}` of points that are JSON already. */
export const pointsText = (texts: readonly string[]): string => `{"${listName}":${jsonList(texts)}}`;

/** The same in pieces of some tens of kB, each point's text made when its piece is due. */
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
