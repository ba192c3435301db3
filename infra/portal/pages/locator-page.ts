import { readFileSync } from 'node:fs';
import { Html, html } from '../layout/html.ts';
import type { PortalPage } from '../layout/page.ts';
import { icon, kindIcon, kinds, kindTypes } from '../locator/kinds.ts';

const template = readFileSync(new URL('locator.html', import.meta.url), 'utf8');

const kindButtons = html`${kindTypes.map(
  (type) =>
    html`<button type="button" class="chip" data-kind="${type}" aria-pressed="false">${kindIcon(type)}${kinds[type].plural}</button>`,
)}`;

const content = (title: string, className: string): Html =>
  new Html(
    template
      .replaceAll('{{title}}', title)
      .replaceAll('{{class}}', className)
      .replaceAll('{{kinds}}', kindButtons.text)
      .replaceAll(/\{\{icon (\w+)\}\}/g, (_, name: string) => icon(name).text),
  );

/** The locator for the public: the whole network on a map, and the places near a suburb, postcode or position. */
export const locatorPage: PortalPage = {
  path: '/locator/',
  title: 'Find a place',
  description:
    'Find post offices, parcel lockers and post boxes near you, with opening hours, services and directions.',
  content: content('Find a place', ''),
  script: 'locator',
};

/** The same page for websites, which show it in a frame to let their visitors choose a place. */
export const embedPage: PortalPage = {
  path: '/locator/embed/',
  title: 'Choose a place',
  description: 'Choose a post office or parcel locker for a parcel.',
  content: content('Choose a place', 'embed'),
  script: 'locator',
  framed: true,
};
