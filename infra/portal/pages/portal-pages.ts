import { readFileSync } from 'node:fs';
import { lazy } from '../../../shared/domain/lazy.ts';
import { Html, html } from '../layout/html.ts';
import type { PortalPage } from '../layout/page.ts';
import { icon, kindIcon, kinds, kindTypes } from '../locator/kinds.ts';
import { referencePages } from '../reference/reference-pages.ts';
import { docsPages } from './docs-pages.ts';
import { renderMarkdown } from './markdown.ts';

/** Returns every page except the one for missing pages. Rendered only once, because rendering takes seconds. */
export const portalPages = lazy((): readonly PortalPage[] => [
  markdownPage('home.md', {
    path: '/',
    title: 'Waypost for developers',
    description:
      'HTTP services of a postal operator: find its locations, sync the network, and take bill payments.',
  }),
  ...docsPages(),
  ...referencePages(),
  // The locator for the public: the whole network on a map, and the places near a suburb, postcode or position.
  locatorPage('', {
    path: '/locator/',
    title: 'Find a place',
    description:
      'Find post offices, parcel lockers and post boxes near you, with opening hours, services and directions.',
  }),
  // The same page for websites, which show it in a frame to let their visitors choose a place.
  locatorPage('embed', {
    path: '/locator/embed/',
    title: 'Choose a place',
    description: 'Choose a post office or parcel locker for a parcel.',
    framed: true,
  }),
]);

/** Page for unknown addresses. */
export const notFoundPage = () =>
  markdownPage('not-found.md', {
    path: '/404/',
    title: 'Page not found',
    description: 'There is no page at this address.',
  });

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

const markdownPage = (file: string, page: Omit<PortalPage, 'content'>): PortalPage => ({
  ...page,
  content: renderMarkdown(textOf(file), `pages/${file}`).html,
});

const locatorPage = (className: string, page: Omit<PortalPage, 'content' | 'script'>): PortalPage => {
  const kindButtons = kindTypes.map(
    (type) =>
      html`<button type="button" class="chip" data-kind="${type}" aria-pressed="false">${kindIcon(type)}${kinds[type].plural}</button>`,
  );
  const content = textOf('locator.html')
    .replaceAll('{{title}}', page.title)
    .replaceAll('{{class}}', className)
    .replaceAll('{{kinds}}', html`${kindButtons}`.text)
    .replaceAll(/\{\{icon (\w+)\}\}/g, (_, name: string) => icon(name).text);
  return { ...page, content: new Html(content), script: 'locator' };
};
