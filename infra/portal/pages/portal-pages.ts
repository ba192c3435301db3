import { readFileSync } from 'node:fs';
import { lazy } from '../../../shared/domain/lazy.ts';
import { html } from '../layout/html.ts';
import type { PortalPage } from '../layout/page.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { docsPages } from './docs-pages.ts';
import { embedPage, locatorPage } from './locator-page.ts';
import { renderMarkdown } from './markdown.ts';

/** Returns every page of the portal except the one for missing pages. They are rendered once, which takes seconds. */
export const portalPages = lazy((): readonly PortalPage[] => [
  homePage(),
  ...docsPages(),
  ...referencePages(),
  locatorPage,
  embedPage,
]);

/** Start page: three jobs, a first request with its response, how to get a key, and the services. */
const homePage = (): PortalPage => ({
  path: '/',
  title: 'Waypost for developers',
  description:
    'HTTP services of a postal operator: find its locations, sync the network, and take bill payments.',
  content: renderMarkdown(readFileSync(new URL('home.md', import.meta.url), 'utf8'), 'pages/home.md').html,
});

/** Page for addresses without a page. */
export const notFoundPage: PortalPage = {
  path: '/404/',
  title: 'Page not found',
  description: 'There is no page at this address.',
  content: html`<h1>Page not found</h1>
<p>There is no page at this address. It may have moved. Search the documentation, or start from one of these pages:</p>
<ul>
<li><a href="/docs/quickstart/">Quickstart</a>: your first request in five minutes</li>
<li><a href="/docs/">Documentation</a>: all guides</li>
<li><a href="/reference/">Reference</a>: every operation of the three services</li>
<li><a href="/locator/">Locator</a>: find a post office, parcel locker or post box</li>
<li><a href="/support/">Support</a>: report a broken link</li>
</ul>`,
};
