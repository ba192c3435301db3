import { ApiResponse, type Streamed } from '../../../shared/http/response.ts';
import { pointText } from '../../../shared/wire/locations-v2/point-text.ts';
import type { PointsResponse } from '../contract.ts';

const listName = 'points' satisfies keyof PointsResponse;

/** Builds the body `{"points":[...]}` from points that are already JSON. */
export const pointsText = (texts: readonly string[]): string => `{"${listName}":[${texts.join(',')}]}`;

/** Builds the answer with the points of these lines. */
export const pointsAnswer = (lines: readonly string[]): ApiResponse =>
  new ApiResponse(200, {}, pointsText(lines.map(pointText)));

/** Builds the body `{"points":[...]}`; each point is made when it is sent. */
export const pointsBody = <T>(items: Iterable<T>, toText: (item: T) => string): Streamed<PointsResponse> => ({
  [listName]: parsed(items, toText),
});

function* parsed<T>(
  items: Iterable<T>,
  toText: (item: T) => string,
): Generator<PointsResponse['points'][number]> {
  for (const item of items) yield JSON.parse(toText(item));
}
