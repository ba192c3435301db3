import { type Html, html } from './html.ts';
import type { PortalPage } from './portal-page.ts';

/** What a page loads: addresses of files. */
interface PageFiles {
  /** Script that runs before the page is shown. */
  readonly earlyScript: string;
  /** The other scripts, in order. */
  readonly scripts: readonly string[];
  /** Modules that the scripts import. */
  readonly imports: readonly string[];
  /** Files that the scripts fetch, which the browser may request before it has the scripts. */
  readonly loads: readonly string[];
  readonly styles: readonly string[];
  readonly searchIndex: string;
}

/** Returns the HTML document of a page. It has no inline script or style, because the content policy forbids them. */
export const page = (described: PortalPage, files: PageFiles): string => {
  const { title, description, path, content, wide, sidebar, framed, markdown } = described;
  const main = html`<main id="content" tabindex="-1">${content}</main>`;
  return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${path === '/' ? title : `${title} · Waypost`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<script src="${files.earlyScript}"></script>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="alternate" href="/changelog/feed.xml" type="application/atom+xml" title="Waypost changelog">
${markdown !== undefined && html`<link rel="alternate" href="${path}index.md" type="text/markdown">`}
${files.styles.map((address) => html`<link rel="stylesheet" href="${address}">`)}
${files.imports.map((address) => html`<link rel="modulepreload" href="${address}">`)}
${files.loads.map(preload)}
${files.scripts.map((address) => html`<script type="module" src="${address}"></script>`)}
</head>
<body>
${!framed && header(path, files.searchIndex)}
${sidebar ? html`<div class="with-sidebar">${sidebar}${main}</div>` : main}
${!wide && footer}
</body>
</html>
`.text;
};

/** `fetch` only uses a preloaded file if it was requested with the same mode. */
const preload = (address: string): Html =>
  html`<link rel="preload" href="${address}" as="fetch" crossorigin>`;

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
<a class="site-name" href="/"${current === '/' && html` aria-current="page"`}>${pin} <span>Waypost</span> <span class="site-kind muted">Developers</span></a>
<span class="tag stage" data-setting="stage" hidden></span>
<nav aria-label="Portal"><ul class="row plain-list">${links}</ul></nav>
<button type="button" class="chip muted" data-search="${searchIndex}" aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" hidden>${magnifier} <span class="label">Search</span><span class="visually-hidden"> the documentation</span> <kbd aria-hidden="true">Ctrl K</kbd></button>
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

/** Icon of browser tabs: the pin of the header. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${pinPaths('#c8102e').text}</svg>\n`;
