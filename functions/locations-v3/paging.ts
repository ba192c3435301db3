import { integerParam } from '../../shared/http/query-params.ts';
import type { Pagination } from './contract.ts';

/** `pagination.offset` is an int32. */
const maxOffset = 2_147_483_647;

/** Query parameters of the paged lists. */
export const pageQuery = ({ defaultSize, maxSize }: { defaultSize: number; maxSize: number }) => ({
  offset: integerParam(0, maxOffset).default(0),
  size: integerParam(0, maxSize).default(defaultSize),
});

/** Position of a page in its list; `size` is the number of items on the page, not the number requested. */
export const toPagination = (total: number, offset: number, page: readonly unknown[]): Pagination => ({
  total,
  offset,
  size: page.length,
});
