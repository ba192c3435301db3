import { readFileSync } from 'node:fs';
import { lazy } from '../../../shared/domain/lazy.ts';
import type { PortalPage } from '../layout/page.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { docsPages } from './docs-pages.ts';
import { embedPage, locatorPage } from './locator-page.ts';
import { renderMarkdown } from './markdown.ts';

/** Returns every page except the one for missing pages. Rendered only once, because rendering takes seconds. */
export const portalPages = lazy((): readonly PortalPage[] => [
  homePage(),
  ...docsPages(),
  ...referencePages(),
  locatorPage,
  embedPage,
]);

const markdownPage = (file: string, page: Omit<PortalPage, 'content'>): PortalPage => ({
  ...page,
  content: renderMarkdown(readFileSync(new URL(file, import.meta.url), 'utf8'), `pages/${file}`).html,
});

const homePage = () =>
  markdownPage('home.md', {
    path: '/',
    title: 'Waypost for developers',
    description:
      'HTTP services of a postal operator: find its locations, sync the network, and take bill payments.',
  });

/** Page for unknown addresses. */
export const notFoundPage = () =>
  markdownPage('not-found.md', {
    path: '/404/',
    title: 'Page not found',
    description: 'There is no page at this address.',
  });
