import type { Streamed } from '../../../shared/http/response.ts';
import type { Pagination, WorkCentreResponse, WorkCentresResponse } from '../contract.ts';

const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

/** Builds a WorkCentresResponse; each work centre is made when it is sent. */
export const workCentresBody = <T>(
  pagination: Pagination,
  page: Iterable<T>,
  toText: (item: T) => string,
): Streamed<WorkCentresResponse> => ({ pagination, [listName]: parsed(page, toText) });

function* parsed<T>(
  items: Iterable<T>,
  toText: (item: T) => string,
): Generator<WorkCentresResponse['workcentres'][number]> {
  for (const item of items) yield JSON.parse(toText(item));
}

/** Builds a WorkCentreResponse from the work centre's JSON. */
export const workCentreBody = (text: string): WorkCentreResponse => ({ [listName]: [JSON.parse(text)] });
