import { escapeHtml } from './html.ts';
import type { Loaded, PortalPage } from './portal-page.ts';

export interface PageOptions extends Omit<PortalPage, 'scripts' | 'styles' | 'loads'> {
  /** Addresses of the programs, in their order. */
  readonly scripts: readonly string[];
  /** Addresses of the modules that the programs import. */
  readonly imports: readonly string[];
  readonly loads: readonly Loaded[];
  /** Addresses of the styles, in their order. */
  readonly styles: readonly string[];
}

/** What every page leads to. */
const places = [
  ['Docs', '/docs/'],
  ['Reference', '/reference/'],
  ['Locator', '/locator/'],
  ['Changelog', '/changelog/'],
] as const;

const linkTo =
  (current: string) =>
  ([name, path]: readonly [name: string, path: string]): string =>
    `<li><a href="${path}"${current.startsWith(path) ? ' aria-current="true"' : ''}>${name}</a></li>`;

const header = (current: string): string => `<header class="site-header">
  <a class="site-name" href="/"${current === '/' ? ' aria-current="page"' : ''}><svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M12 1.5a8 8 0 0 0-8 8c0 5.6 8 13 8 13s8-7.4 8-13a8 8 0 0 0-8-8Z" fill="var(--accent-fill)"/><path d="M8 7h8v5.5H8Zm0 .3 4 3 4-3" fill="none" stroke="#fff" stroke-width="1.3" stroke-linejoin="round"/></svg><span>Waypost</span> <span class="site-kind">Developers</span></a>
  <nav aria-label="Portal"><ul>${places.map(linkTo(current)).join('')}</ul></nav>
  <button type="button" class="key-button" data-key-button hidden aria-haspopup="dialog">Your key</button>
</header>`;

const footer = `<footer class="site-footer">
  <p>Waypost: billers and enquiries, and every place of the postal network.</p>
  <ul><li><a href="/openapi/bill-management.json">Bill management (OpenAPI)</a></li><li><a href="/openapi/locations-v2.json">Locations v2 (OpenAPI)</a></li><li><a href="/openapi/locations-v3.json">Locations v3 (OpenAPI)</a></li></ul>
</footer>`;

/** What is fetched has to be asked for as `fetch` asks for it, or the browser loads it twice. */
const preload = ({ address, as }: Loaded): string =>
  `<link rel="preload" href="${address}" as="${as}"${as === 'fetch' ? ' crossorigin' : ''}>`;

/** A whole HTML document around the content of a page. It has no script and no style of its own: the policy allows none. */
export const page = ({
  title,
  description,
  path,
  content,
  scripts,
  imports,
  loads,
  styles,
  wide,
}: PageOptions): string =>
  `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(path === '/' ? title : `${title} · Waypost`)}</title>
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${styles.map((address) => `<link rel="stylesheet" href="${address}">`).join('\n')}
${imports.map((address) => `<link rel="modulepreload" href="${address}">`).join('\n')}
${loads.map(preload).join('\n')}
${scripts.map((address) => `<script type="module" src="${address}"></script>`).join('\n')}
</head>
<body${wide ? ' class="wide"' : ''}>
<a class="skip-link" href="#content">Skip to the content</a>
${header(path)}
<main id="content" tabindex="-1">
${content}
</main>
${wide ? '' : footer}
</body>
</html>
`;
