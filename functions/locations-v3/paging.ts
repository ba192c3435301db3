import * as z from 'zod/mini';
import { described, integerParam } from '../../shared/http/query-params.ts';
import type { Pagination } from './contract.ts';

/** `pagination.offset` is an int32. */
const maxOffset = 2_147_483_647;

export const pageQuery = ({ defaultSize, maxSize }: { defaultSize: number; maxSize: number }) => ({
  offset: described(
    z._default(integerParam(0, maxOffset), 0),
    'Number of items to skip. Past the end of the list, the page is empty.',
    0,
  ),
  size: described(
    z._default(integerParam(0, maxSize), defaultSize),
    'Maximum number of items on the page. With 0, the response contains only the total.',
    20,
  ),
});

/** Position of a page in its list; `size` is the number of items on the page, not the number requested. */
export const toPagination = (total: number, offset: number, page: readonly unknown[]): Pagination => ({
  total,
  offset,
  size: page.length,
});
