import type { PortalPage } from '../layout/portal-page.ts';

/** What is answered where there is no page. */
export const notFoundPage: PortalPage = {
  path: '/404/',
  title: 'There is no such page',
  description: 'There is no page under this address.',
  content: `<h1>There is no such page</h1>
<p>It may have moved. <a href="/">The start page</a> leads to the guides, the reference of each service and the locator.</p>`,
};
