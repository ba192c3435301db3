import { lazy } from '../../../shared/domain/lazy.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { embedPage, locatorPage } from '../locator/locator-page.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { docsPages } from './docs-pages.ts';
import { homePage } from './home-page.ts';

/** Returns every page of the portal except the one for missing pages. They are rendered once, which takes seconds. */
export const portalPages = lazy((): readonly PortalPage[] => [
  homePage(),
  ...docsPages(),
  ...referencePages(),
  locatorPage,
  embedPage,
]);

/** Page for addresses without a page. */
export const notFoundPage: PortalPage = {
  path: '/404/',
  title: 'Page not found',
  description: 'There is no page at this address.',
  content: `<h1>Page not found</h1>
<p>There is no page at this address. It may have moved. Search the documentation, or start from one of these pages:</p>
<ul class="link-list">
<li><a href="/docs/quickstart/">Quickstart</a>: your first request in five minutes</li>
<li><a href="/docs/">Documentation</a>: all guides</li>
<li><a href="/reference/">Reference</a>: every operation of the three services</li>
<li><a href="/locator/">Locator</a>: find a post office, parcel locker or post box</li>
<li><a href="/support/">Support</a>: report a broken link</li>
</ul>`,
};
