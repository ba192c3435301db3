import * as z from 'zod';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import { UsageError } from './errors.ts';
import { formatCount, type Row, textTable } from './terminal/text.ts';

export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** Sort key of an item in a list. */
export type Place = readonly [string, string];

/** Cursor of the next page (null if there is none) and, if known, the number of items that follow. */
interface Continuation {
  readonly next: string | null;
  readonly more?: number;
}

/**
 * Returns at most `limit` items after the cursor. `list` is the list's name in the cursor. Items that are added or removed
 * between two requests do not shift the others.
 */
export const pageOf = <Item>(
  list: string,
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  { limit, cursor }: PageOptions,
) => {
  const after = placeAfter(list, cursor);
  const rest = items
    .filter((item) => !after || comparePlaces(placeOf(item), after) > 0)
    .sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { items: page, ...continuation(list, last && placeOf(last), rest.length - page.length) };
};

const comparePlaces = (one: Place, other: Place): number =>
  byCodeUnit(one[0], other[0]) || byCodeUnit(one[1], other[1]);

/** Returns the next cursor and the number of items that follow. `last` is the sort key of the page's last item. */
export const continuation = (list: string, last: Place | undefined, more: number) => ({
  more,
  next: last && more > 0 ? encodeCursor(list, last) : null,
});

export const encodeCursor = (list: string, place: Place): string =>
  Buffer.from(JSON.stringify([list, ...place])).toString('base64url');

/** Returns the position after which a page begins, if any. Throws UsageError for another list's cursor. */
export const placeAfter = (list: string, cursor: string | undefined): Place | undefined => {
  if (cursor === undefined) return undefined;
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const [, first, second] = z.tuple([z.literal(list), z.string(), z.string()]).parse(JSON.parse(text));
    return [first, second];
  } catch (cause) {
    throw new UsageError('the cursor does not belong to this list', 'Start again without --cursor', {
      cause,
    });
  }
};

/** Formats a page as a table with a line that explains how to continue, or as `none` if it is empty. */
export const formatPage = (rows: readonly Row[], page: Continuation, none: string): string =>
  rows.length === 0 ? none : `${textTable(rows)}${nextPageText(page)}`;

export const nextPageText = ({ next, more }: Continuation): string => {
  if (next === null) return '';
  return `\n${more === undefined ? '' : `${formatCount(more)} more; `}to continue: --cursor ${next}`;
};
