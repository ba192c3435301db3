/** The programs of the browser, each bundled from its own entry. */
export type ScriptName = 'portal' | 'reference' | 'locator';
export type StyleName = 'portal' | 'reference' | 'locator';

/** What a page's programs load, which the browser may begin with before it has the programs. */
export interface Loaded {
  readonly address: string;
  readonly as: 'fetch' | 'script';
}

/** A page of the portal, apart from what all of them have around it. */
export interface PortalPage {
  /** Where it is: begins and ends with a slash. */
  readonly path: string;
  /** Plain text; the name of the portal is added. */
  readonly title: string;
  /** A sentence for search engines, plain text. */
  readonly description: string;
  /** HTML of the `main` element. */
  readonly content: string;
  /** What it runs beside the program of every page, `portal`. */
  readonly scripts?: readonly ScriptName[];
  /** What its programs load beside the settings. */
  readonly loads?: readonly Loaded[];
  /** What it is styled by beside the style of every page, `portal`. */
  readonly styles?: readonly StyleName[];
  /** Whether its content takes the whole window, as a map does, and no footer follows. */
  readonly wide?: boolean;
}
