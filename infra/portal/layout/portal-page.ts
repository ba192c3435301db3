import type { Html } from './html.ts';

/** Scripts of the browser, each bundled from its own entry. `early` runs before a page is shown. */
export type ScriptName = 'early' | 'portal' | 'reference' | 'locator';
export type StyleName = 'portal' | 'reference' | 'locator';

/** Heading of a page with its anchor. */
export interface PageHeading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** Level: 2 or 3. */
  readonly depth: number;
}

/** Text that the search of the portal finds, by the heading above it. */
export interface SearchText {
  /** Undefined for text above the first heading. */
  readonly heading: Pick<PageHeading, 'id' | 'text'> | undefined;
  /** Plain text. */
  readonly text: string;
}

/** A page of the portal, without the frame that all pages share. */
export interface PortalPage {
  /** Address: begins and ends with a slash. */
  readonly path: string;
  /** Plain text; the name of the portal is added. */
  readonly title: string;
  /** A sentence for search engines and results of the portal's search, plain text. */
  readonly description: string;
  /** Content of the `main` element. */
  readonly content: Html;
  /** Scripts in addition to `portal`, which runs on every page. */
  readonly scripts?: readonly ScriptName[];
  /** Files that its scripts load in addition to the settings. */
  readonly loads?: readonly string[];
  /** Styles in addition to `portal`, which applies to every page. */
  readonly styles?: readonly StyleName[];
  /** Whether its content takes the whole window, as a map does, without a footer. */
  readonly wide?: boolean;
  /** Whether it is shown in frames of other websites: without a header, and not in the sitemap. */
  readonly framed?: boolean;
  /** Navigation beside `main`: the pages of the same part of the portal. */
  readonly sidebar?: Html;
  /** Kind of page that search results show, such as `Locations` or `Operation`. Pages without it are not found. */
  readonly section?: string;
  /** Text that the search finds in addition to title and description. */
  readonly searchTexts?: readonly SearchText[];
  /** The page as Markdown, which is served beside it as `index.md`. */
  readonly markdown?: string;
}
