import { CatalogueChanged } from './catalogue-changed.ts';

/** A part of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  /** Items of all pages. */
  readonly total: number;
  /** Of the network that the page was made from. */
  readonly version: string | undefined;
}

/** Asks for a page. */
export type AskForPage<Item> = (page: {
  readonly offset: number;
  readonly size: number;
}) => Promise<Page<Item>>;

/**
 * The items of all pages, one after the other; a page is asked for when the items of the one before it have been taken.
 * Throws CatalogueChanged where a page is of another version than the first, RangeError where pages are to have no items
 * or one has none though there are more, and whatever `ask` throws.
 */
export async function* itemsOfPages<Item>(
  ask: AskForPage<Item>,
  size: number,
): AsyncGenerator<Item, void, undefined> {
  if (!(size >= 1)) throw new RangeError('a page must have an item at least');
  const first = await ask({ offset: 0, size });
  let offset = 0;
  for (let page = first; ; page = await ask({ offset, size })) {
    if (page.version !== first.version) throw new CatalogueChanged(first.version, page.version);
    yield* page.items;
    offset += page.items.length;
    if (offset >= first.total) return;
    if (page.items.length === 0)
      throw new RangeError(`the page from item ${offset} on is empty, and there are ${first.total} items`);
  }
}
