import { inJsonString } from '../../shared/wire/json-in-string.ts';
import { jsonList } from '../../shared/wire/json-list.ts';
import type { Pagination, WorkCentreResponse, WorkCentresResponse } from './contract.ts';

const paginationName = 'pagination' satisfies keyof WorkCentresResponse;
const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

const beginningOfPage = (pagination: Pagination): string =>
  `{"${paginationName}":${JSON.stringify(pagination)},"${listName}":`;

/** A page of work centres that are JSON already: a WorkCentresResponse as JSON. */
export const workCentresBody = (pagination: Pagination, texts: readonly string[]): string =>
  `${beginningOfPage(pagination)}${jsonList(texts)}}`;

/** The same within a JSON string, of work centres as they stand there. */
export const workCentresInString = (pagination: Pagination, texts: readonly string[]): string =>
  `${inJsonString(beginningOfPage(pagination))}${jsonList(texts)}}`;

/** The one work centre of an id, JSON already: a WorkCentreResponse as JSON. */
export const workCentreBody = (text: string): string => `{"${listName}":${jsonList([text])}}`;
