/** Returns the version of the network that a response was made from; undefined before the first publication. */
export const versionOf = ({ headers }: Response): string | undefined =>
  headers.get('waypost-catalogue-version') ?? undefined;

/**
 * Another version of the network was published between two pages, so items may be missing or repeated. Start again, or
 * download an export, which is always of one version.
 */
export class CatalogueChanged extends Error {
  override readonly name = 'CatalogueChanged';
  readonly from: string | undefined;
  readonly to: string | undefined;

  constructor(from: string | undefined, to: string | undefined) {
    super(`the network changed between two pages, from version ${from ?? 'none'} to ${to ?? 'none'}`);
    this.from = from;
    this.to = to;
  }
}

/** Part of a list. */
interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items of all pages. */
  readonly total: number;
  /** Version of the network that the page was made from. */
  readonly version: string | undefined;
}

/** Requests a page. */
type GetPage<Item> = (page: { readonly offset: number; readonly size: number }) => Promise<Page<Item>>;

/**
 * Yields the items of all pages in order; a page is requested when the items of the one before it are used up. Throws
 * CatalogueChanged if a page is of another version than the first, RangeError if `size` is below 1 or a page is empty
 * though there are more items, and whatever `getPage` throws.
 */
export async function* iteratePages<Item>(
  getPage: GetPage<Item>,
  size: number,
): AsyncGenerator<Item, void, undefined> {
  if (!(size >= 1)) throw new RangeError('a page must have at least one item');
  const first = await getPage({ offset: 0, size });
  let offset = 0;
  for (let page = first; ; page = await getPage({ offset, size })) {
    if (page.version !== first.version) throw new CatalogueChanged(first.version, page.version);
    yield* page.items;
    offset += page.items.length;
    if (offset >= first.total) return;
    if (page.items.length === 0)
      throw new RangeError(`the page from item ${offset} on is empty, and there are ${first.total} items`);
  }
}
