import * as z from 'zod';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import { UsageError } from './errors.ts';
import { formatCount } from './terminal/text.ts';

/** Paging options of a list. */
export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** Sort key of an item in a list. */
type Place = readonly [string, string];

/**
 * Returns at most `limit` items after the cursor, from the list with this name. Items that are added or removed between
 * two pages do not shift the others. Throws UsageError for a cursor from another list.
 */
export const pageOf = <Item>(
  name: string,
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  { limit, cursor }: PageOptions,
) => {
  const after = cursor === undefined ? undefined : decodeCursor(name, cursor);
  const rest = items
    .filter((item) => !after || comparePlaces(placeOf(item), after) > 0)
    .sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = rest.length - page.length;
  return { items: page, more, next: last && more > 0 ? encodeCursor(name, placeOf(last)) : null };
};

const comparePlaces = (one: Place, other: Place): number =>
  byCodeUnit(one[0], other[0]) || byCodeUnit(one[1], other[1]);

export const encodeCursor = (name: string, place: Place): string =>
  Buffer.from(JSON.stringify([name, ...place])).toString('base64url');

/** Throws UsageError for a cursor from another list. */
export const decodeCursor = (name: string, cursor: string): Place => {
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    const [, first, second] = z.tuple([z.literal(name), z.string(), z.string()]).parse(JSON.parse(text));
    return [first, second];
  } catch (cause) {
    throw new UsageError('the cursor does not belong to this list', {
      remedy: 'Start again without --cursor',
      cause,
    });
  }
};

/** Returns a line break and the line that says how to continue; empty for the last page. */
export const nextPageText = ({ next, more }: Pick<ReturnType<typeof pageOf>, 'next' | 'more'>): string =>
  next === null ? '' : `\n${formatCount(more)} more; to continue: --cursor ${next}`;
