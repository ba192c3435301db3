import { type ApiResponse, jsonText } from '../../../shared/http/api-response.ts';
import { inJsonString } from '../../../shared/wire/json-in-string.ts';
import { flatListText, jsonList, textAroundList } from '../../../shared/wire/json-list.ts';
import { type KeptPoint, pointInString } from '../../../shared/wire/locations-v2/kept-point.ts';
import { pointText } from '../../../shared/wire/locations-v2/point-text.ts';
import type { PointsResponse } from '../contract.ts';

const listName = 'points' satisfies keyof PointsResponse;

const beginning = `{"${listName}":`;

/** Builds the body `{"points":[...]}` from points that are already JSON. */
export const pointsText = (texts: readonly string[]): string => flatListText(beginning, texts, '}');

const beginningInString = inJsonString(beginning);

const pointsInString = (points: readonly KeptPoint[]): string =>
  `${beginningInString}${jsonList(points.map(pointInString))}}`;

const textOf = ({ line }: KeptPoint): string => pointText(line);

/** Builds the answer with these points. Their text is kept escaped, so that it is not escaped again for each answer. */
export const pointsAnswer = (points: readonly KeptPoint[]): ApiResponse =>
  jsonText({ inString: pointsInString(points), text: () => pointsText(points.map(textOf)) });

/** Builds the body `{"points":[...]}` in pieces of some tens of kB; each point is serialised when its piece is due. */
export const pointsBody = <T>(items: Iterable<T>, toText: (item: T) => string): Iterable<string> =>
  textAroundList({ before: beginning, items, toText, after: '}' });
