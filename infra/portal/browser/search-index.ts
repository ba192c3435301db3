import type { Options } from 'minisearch';
import * as z from 'zod/mini';

/** Search result, which is the part of a page below one of its headings. */
export const searchResult = z.object({
  id: z.number(),
  /** Address, with the anchor of the heading. */
  address: z.string(),
  title: z.string(),
  /** Empty for the text above the first heading. */
  heading: z.string(),
  /** Part of the portal, such as `Locations` or `Operation`. */
  section: z.string(),
  /** Start of the text below the heading. */
  excerpt: z.string(),
});
export type SearchResult = z.infer<typeof searchResult>;

/** Search result with its text, which is indexed but not stored. */
export type SearchEntry = SearchResult & { readonly text: string };

/** Options of the index, which must be the same when it is built and when it is searched. */
export const indexOptions: Options<SearchEntry> = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['address', 'title', 'heading', 'section', 'excerpt'],
  searchOptions: {
    boost: { title: 4, heading: 3 },
    // The last word may be incomplete, and long words may have a typo.
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
