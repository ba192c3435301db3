import type { BrowserBundle } from '../build/browser-bundle.ts';
import { settingsAddress } from '../settings.ts';
import { type Html, html } from './html.ts';

export interface PageHeading {
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  /** Level: 2 or 3. */
  readonly depth: number;
}

/** Plain text below a heading, without code blocks, which the portal's search indexes. */
export interface PageSection {
  /** Absent above the first heading. */
  readonly heading?: PageHeading | undefined;
  text: string;
}

export interface PortalPage {
  /** Address: begins and ends with a slash. */
  readonly path: string;
  /** Plain text; the name of the portal is added. */
  readonly title: string;
  /** Sentence for search engines and for the portal's search results, as plain text. */
  readonly description: string;
  readonly content: Html;
  /** Script in addition to the common one. The locator also has its own styles, and fills the window. */
  readonly script?: 'reference' | 'locator';
  /** Whether other websites show the page in a frame. Such a page has no header, and is not in the sitemap. */
  readonly framed?: boolean;
  /** Navigation beside `main`: the pages in the same part of the portal. */
  readonly sidebar?: Html;
  /** Kind of page in search results, such as `Locations` or `Operation`. Pages without a section are not indexed. */
  readonly section?: string;
  /** Text that the search finds in addition to title and description. */
  readonly sections?: readonly PageSection[];
  /** The page as Markdown, which is served beside it as `index.md`. */
  readonly markdown?: string;
}

/** Returns the HTML document of a page. It has no inline script or style, because the content policy forbids them. */
export const page = (
  described: PortalPage,
  { addressOf, importsOf, searchIndex }: BrowserBundle & { readonly searchIndex: string },
): string => {
  const { title, description, path, content, script, sidebar: side, framed, markdown } = described;
  const main = html`<main id="content" tabindex="-1">${content}</main>`;
  const isLocator = script === 'locator';
  const scripts = ['portal', ...(script ? [script] : [])] as const;
  // Preloaded in parallel, because otherwise the scripts would request them one after the other.
  const loads = [settingsAddress, ...(isLocator ? ['/map/current.json'] : [])];
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${path === '/' ? title : `${title} · Waypost`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<script src="${addressOf('early')}"></script>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" href="/changelog/feed.xml" type="application/atom+xml" title="Waypost changelog">
${markdown !== undefined && html`<link rel="alternate" href="${path}index.md" type="text/markdown">`}
<link rel="stylesheet" href="${addressOf('styles')}">
${isLocator && html`<link rel="stylesheet" href="${addressOf('locator-styles')}">`}
${importsOf(scripts).map((address) => html`<link rel="modulepreload" href="${address}">`)}
${loads.map((address) => html`<link rel="preload" href="${address}" as="fetch" crossorigin>`)}
${scripts.map((name) => html`<script type="module" src="${addressOf(name)}"></script>`)}
</head>
<body>
${!framed && header(path, searchIndex)}
${side ? html`<div class="with-sidebar">${side}${main}</div>` : main}
${!isLocator && footer}
</body>
</html>
`.text;
};

const parts = [
  ['Docs', '/docs/'],
  ['Reference', '/reference/'],
  ['Locator', '/locator/'],
  ['Changelog', '/changelog/'],
] as const;

/** Buttons are hidden until their script runs, because they do nothing without it. */
const header = (current: string, searchIndex: string): Html => {
  const links = parts.map(
    ([name, path]) =>
      html`<li><a href="${path}"${current.startsWith(path) && html` aria-current="true"`}>${name}</a></li>`,
  );
  return html`<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<a class="site-name" href="/"${current === '/' && html` aria-current="page"`}>${pin} <b>Waypost</b> <span class="site-kind muted">Developers</span></a>
<span class="tag stage" data-setting="stage" hidden></span>
<nav aria-label="Portal"><ul class="row plain-list">${links}</ul></nav>
<button type="button" class="chip muted" data-search="${searchIndex}" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" hidden>${magnifier} <span class="label" aria-hidden="true">Search</span><span class="visually-hidden">Search the documentation</span> <kbd aria-hidden="true">Ctrl K</kbd></button>
<button type="button" class="chip" data-theme-button hidden>${halfDisc}</button>
<button type="button" class="chip key-button" data-key-button aria-haspopup="dialog" hidden>Your key</button>
</header>`;
};

const footer = html`<footer class="row site-footer">
<p>Waypost: the postal network and bill payments as HTTP services.</p>
<ul class="row plain-list">
<li><a href="/support/">Support</a></li>
<li data-setting="status" hidden>Status</li>
<li><a href="/changelog/feed.xml">Changelog feed</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
</ul>
</footer>`;

const pinPaths = (fill: string) =>
  html`<path d="M12 1.5a8 8 0 0 0-8 8c0 5.6 8 13 8 13s8-7.4 8-13a8 8 0 0 0-8-8Z" fill="${fill}"/><path d="M8 7h8v5.5H8Zm0 .3 4 3 4-3" fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/>`;

const pin = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">${pinPaths('var(--accent-fill)')}</svg>`;
const magnifier = html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><path d="m16 16 5 5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`;
const halfDisc = html`<svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true"><circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 3a9 9 0 0 1 0 18Z" fill="currentColor"/></svg>`;

/** Icon for browser tabs, which is the header's pin. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${pinPaths('#c8102e').text}</svg>\n`;

export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly Pick<PortalPage, 'path' | 'title'>[];
}

/** Navigation beside a page, with links to its part of the portal. It can be collapsed on small screens. */
export const sidebar = (label: string, groups: readonly NavigationGroup[], current: string): Html => {
  const link = ({ path, title }: NavigationGroup['links'][number]) =>
    html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>`;
  const lists = groups.map(
    ({ title, links }) => html`<p class="group">${title}</p><ul class="plain-list">${links.map(link)}</ul>`,
  );
  return html`<nav class="sidebar" aria-label="${label}"><details><summary>${label}</summary>${lists}</details></nav>`;
};

/** Returns a list of a page's headings, if there are several. */
export const contentsList = (sections: readonly PageSection[]): Html | false => {
  const items = sections.map(
    ({ heading }) =>
      heading &&
      html`<li${heading.depth > 2 && html` class="deep"`}><a href="#${heading.id}">${heading.text}</a></li>`,
  );
  return (
    sections.length > 2 &&
    html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul class="plain-list">${items}</ul></details></nav>`
  );
};
