import type { Pagination, WorkCentreResponse, WorkCentresResponse } from '../contract.ts';

const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

/** Builds a WorkCentresResponse; each work centre is made when it is sent. */
export const workCentresBody = <T>(
  pagination: Pagination,
  page: Iterable<T>,
  toText: (item: T) => string,
) => ({ pagination, [listName]: parsed(page, toText) });

function* parsed<T>(items: Iterable<T>, toText: (item: T) => string): Generator<unknown> {
  for (const item of items) yield JSON.parse(toText(item));
}

/** Builds a WorkCentreResponse from the work centre's JSON. */
export const workCentreBody = (text: string): object => ({ [listName]: [JSON.parse(text)] });
