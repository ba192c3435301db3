import { type ApiResponse, jsonText } from '../../../shared/http/api-response.ts';
import { jsonList, textAroundList } from '../../../shared/wire/json-list.ts';
import { pointText } from '../../../shared/wire/locations-v2/point-text.ts';
import type { PointsResponse } from '../contract.ts';

const listName = 'points' satisfies keyof PointsResponse;

const beginning = `{"${listName}":`;

/** Builds the body `{"points":[...]}` from points that are already JSON. */
export const pointsText = (texts: readonly string[]): string => `${beginning}${jsonList(texts)}}`;

/** Builds the answer with the points of these lines. */
export const pointsAnswer = (lines: readonly string[]): ApiResponse =>
  jsonText(pointsText(lines.map(pointText)));

/** Builds the body `{"points":[...]}` in pieces of some tens of kB; each point is serialised when its piece is due. */
export const pointsBody = <T>(items: Iterable<T>, toText: (item: T) => string): Iterable<string> =>
  textAroundList({ before: beginning, items, toText, after: '}' });
