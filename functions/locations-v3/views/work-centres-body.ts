import { textAroundList } from '../../../shared/wire/json-list.ts';
import type { Pagination, WorkCentreResponse, WorkCentresResponse } from '../contract.ts';

const paginationName = 'pagination' satisfies keyof WorkCentresResponse;
const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

/**
 * A page of work centres: a WorkCentresResponse as JSON, in pieces of some tens of kB, each work centre's text made when
 * its piece is due.
 */
export const workCentresBody = <T>(
  pagination: Pagination,
  page: Iterable<T>,
  toText: (item: T) => string,
): Iterable<string> =>
  textAroundList({
    before: `{"${paginationName}":${JSON.stringify(pagination)},"${listName}":`,
    items: page,
    toText,
    after: '}',
  });

/** The one work centre of an id, JSON already: a WorkCentreResponse as JSON. */
export const workCentreBody = (text: string): string => `{"${listName}":[${text}]}`;
