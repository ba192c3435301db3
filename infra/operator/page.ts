import { UsageError } from './errors.ts';

/** Options of a list. */
export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

/** Part of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; null on the last. */
  readonly next: string | null;
  /** Number of items after this page. */
  readonly more: number;
}

/**
 * Returns a page of a list in the order of its keys: of items after that of the cursor, at most `limit`. Items that are
 * added or removed between two pages shift none. Throws UsageError for a cursor of another list.
 */
export const pageOf = <Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { limit, cursor }: PageOptions,
): Page<Item> => {
  const rest = items.slice(startOf(items.map(keyOf), cursor));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = rest.length - page.length;
  return { items: page, more, next: more > 0 && last !== undefined ? encodeCursor(keyOf(last)) : null };
};

const startOf = (keys: readonly string[], cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const at = keys.indexOf(decodeCursor(cursor));
  if (at === -1)
    throw new UsageError('the cursor does not belong to this list: start again without --cursor');
  return at + 1;
};

export const encodeCursor = (key: string): string => Buffer.from(key).toString('base64url');

export const decodeCursor = (cursor: string): string => Buffer.from(cursor, 'base64url').toString();

/** Returns the last line of a page for people; nothing on the last page. */
export const nextPageText = ({ next, more }: Omit<Page<never>, 'items'>): string =>
  next === null ? '' : `\n${new Intl.NumberFormat('en').format(more)} more; to continue: --cursor ${next}`;
