import type { Pagination, WorkCentreResponse, WorkCentresResponse } from './contract.ts';

const paginationName = 'pagination' satisfies keyof WorkCentresResponse;
const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

/** Put together by `+`, which copies nothing: pages have hundreds of kB, and whoever sends them copies them once. */
const listText = (texts: readonly string[]): string => {
  let list = '';
  for (const text of texts) list += list === '' ? text : `,${text}`;
  return `"${listName}":[${list}]`;
};

/** A page of work centres, each JSON already: a WorkCentresResponse as JSON. */
export const workCentresBody = (pagination: Pagination, texts: readonly string[]): string =>
  `{"${paginationName}":${JSON.stringify(pagination)},${listText(texts)}}`;

/** The one work centre of an id, JSON already: a WorkCentreResponse as JSON. */
export const workCentreBody = (text: string): string => `{${listText([text])}}`;
