import { textAroundList } from '../../../shared/wire/json-list.ts';
import type { Pagination, WorkCentreResponse, WorkCentresResponse } from '../contract.ts';

const paginationName = 'pagination' satisfies keyof WorkCentresResponse;
const listName = 'workcentres' satisfies keyof WorkCentresResponse & keyof WorkCentreResponse;

/**
 * Builds a WorkCentresResponse as JSON, in pieces of some tens of kB; each work centre is serialised when its piece is
 * due.
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

/** Builds a WorkCentreResponse from the work centre's JSON. */
export const workCentreBody = (text: string): string => `{"${listName}":[${text}]}`;
