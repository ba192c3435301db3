import * as z from 'zod';
import { byCodeUnit } from '../../shared/domain/code-unit-order.ts';
import { UsageError } from './errors.ts';
import { formatCount } from './terminal/text.ts';

/** Options of a list. */
export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** Place of an item in a list: the list is in the order of the first text, then of the second. */
type Place = readonly [string, string];

/**
 * Returns a page of the list with this name: of the items after the cursor, at most `limit`. Items that are added or
 * removed between two pages shift none. Throws UsageError for a cursor of another list.
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

/** Throws UsageError for a cursor of another list. */
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

/** Returns the last line of a page for people, after a line break; nothing on the last page. */
export const nextPageText = ({
  next,
  more,
}: {
  readonly next: string | null;
  readonly more: number;
}): string => (next === null ? '' : `\n${formatCount(more)} more; to continue: --cursor ${next}`);
