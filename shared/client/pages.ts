/** Returns the version of the network in a response; undefined before the first publication. */
export const versionOf = ({ headers }: Response): string | undefined =>
  headers.get('waypost-catalogue-version') ?? undefined;

/**
 * Another version of the network was published between two pages, so items may be missing or duplicated. Start again,
 * or download an export, which always has a single version.
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

interface Page<Item> {
  readonly items: readonly Item[];
  /** Total number of items across all pages. */
  readonly total: number;
  readonly version: string | undefined;
}

type GetPage<Item> = (page: { readonly offset: number; readonly size: number }) => Promise<Page<Item>>;

/**
 * Yields the items of all pages in order. Each page is requested when the items of the previous page have been
 * consumed. Throws CatalogueChanged if the version of a page differs from that of the first page, RangeError if `size`
 * is below 1 or a page before the end is empty, and errors from `getPage`.
 */
export async function* iteratePages<Item>(
  getPage: GetPage<Item>,
  size: number,
): AsyncGenerator<Item, void, undefined> {
  if (!(size >= 1)) throw new RangeError('the page size must be at least 1');
  const first = await getPage({ offset: 0, size });
  let offset = 0;
  for (let page = first; ; page = await getPage({ offset, size })) {
    if (page.version !== first.version) throw new CatalogueChanged(first.version, page.version);
    yield* page.items;
    offset += page.items.length;
    if (offset >= first.total) return;
    if (page.items.length === 0)
      throw new RangeError(`the page at item ${offset} is empty, although there are ${first.total} items`);
  }
}
