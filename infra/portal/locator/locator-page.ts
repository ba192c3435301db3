import { html } from '../layout/html.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { icon, kindIcon, kinds, kindTypes } from './kinds.ts';

/** Lines of icons in a square of 24. */
const icons = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.3 15.3 20 20',
  position: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM12 2v4M12 18v4M2 12h4M18 12h4M12 11.9v.2',
  pin: 'M12 3a6 6 0 0 0-6 6c0 4.6 6 12 6 12s6-7.4 6-12a6 6 0 0 0-6-6ZM12 8.9v.2',
  close: 'M7 7l10 10M17 7 7 17',
  filter: 'M4 7h16M7 12h10M10 17h4',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM12 8v4.4l3 1.8',
  directions: 'M12 3 21 12 12 21 3 12ZM9.5 14.5v-3h5M12.8 9.5l2 2-2 2',
  phone:
    'M6 3.5h3.5l1.5 4-2 1.6a11 11 0 0 0 5 5l1.6-2 4 1.5V17a2.5 2.5 0 0 1-2.5 3A14.5 14.5 0 0 1 3.5 6 2.4 2.4 0 0 1 6 3.5Z',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 12v8h12v-8',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7Z',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
};

/** All icons, drawn once. */
const sprite = html`<svg class="sprite" aria-hidden="true" focusable="false">${Object.entries(icons).map(
  ([name, lines]) => html`<symbol id="icon-${name}" viewBox="0 0 24 24"><path d="${lines}"/></symbol>`,
)}${Object.entries(kinds).map(
  ([type, { shape, drawing }]) =>
    html`<symbol id="kind-${type}" viewBox="0 0 24 24"><path d="${shape}"/><path class="drawing" d="${drawing}"/></symbol>`,
)}</svg>`;

const searchPanel = (title: string) => html`<div class="search-panel" id="search-panel">
  <h1>${title}</h1>
  <form id="search" role="search" novalidate>
    <label for="where" class="visually-hidden">Suburb, postcode, name, address or code</label>
    <div class="field">${icon('search')}
      <input id="where" type="search" role="combobox" aria-expanded="false" aria-controls="suggestions" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" maxlength="100" placeholder="Suburb, postcode or name">
      <button class="button primary" aria-label="Search">${icon('search')}</button>
    </div>
    <div id="suggestions" class="box suggestions" role="listbox" aria-label="Suggestions" hidden></div>
  </form>
  <p id="problem" class="notice" role="alert" hidden></p>
  <div id="filters" class="row filters" role="group" aria-label="Filters">
    <button type="button" class="chip" id="more-filters" aria-haspopup="dialog">${icon('filter')}Filters<span id="more-filters-count"></span></button>
    <button type="button" class="chip" id="open-now" aria-pressed="false">${icon('clock')}Open now</button>
    ${kindTypes.map(
      (type) =>
        html`<button type="button" class="chip" data-kind="${type}" aria-pressed="false">${kindIcon(type)}${kinds[type].plural}<span class="count muted"></span></button>`,
    )}
  </div>
</div>`;

const map = html`<section class="map-panel" aria-label="Map">
  <a class="skip-map" href="#results-heading">Skip map</a>
  <button type="button" id="search-area" class="button" hidden>${icon('search')}Search this area</button>
  <div id="map" role="group" aria-label="Map of places. Arrow keys move it, plus and minus zoom. The list has the same places."></div>
</section>`;

const sheet = html`<section class="sheet" id="sheet" aria-label="Places" data-position="peek">
  <div class="sheet-handle" id="sheet-handle"><span class="grip"></span>
    <button type="button" id="sheet-down" aria-label="Show more of the map">${icon('down')}</button>
    <button type="button" id="sheet-up" aria-label="Show more of the list">${icon('up')}</button>
  </div>
  <div class="scroll">
    <div id="results-panel">
      <h2 id="results-heading" tabindex="-1">All places</h2>
      <p id="summary" class="muted" role="status">The locator needs JavaScript.</p>
      <ul id="active" class="row plain-list" aria-label="Active filters"></ul>
      <p><button type="button" class="button" id="own-position">${icon('position')}Use my location</button></p>
      <ol id="results" class="plain-list" aria-labelledby="results-heading"></ol>
      <button type="button" id="more" class="button" hidden>Show more places</button>
    </div>
    <article id="details" class="details" aria-label="Details" hidden></article>
  </div>
</section>`;

const dialog = html`<dialog id="filter-dialog" class="box filter-dialog" aria-labelledby="filter-title">
  <form method="dialog">
    <header><h2 id="filter-title">Filters</h2><button class="button" aria-label="Close">Close</button></header>
    <fieldset><legend>Opening hours</legend>
      <label><input type="radio" name="opening" value="any" checked><span>Any time</span></label>
      <label><input type="radio" name="opening" value="now"><span>Open now</span></label>
      <label><input type="radio" name="opening" value="at"><span>Open at</span></label>
      <input type="datetime-local" id="open-at" class="input" aria-label="Open at, local time of the place" disabled>
    </fieldset>
    <fieldset><legend>Services (any of them)</legend>
      <input type="search" id="service-search" class="input" placeholder="Search services" aria-label="Search services" aria-controls="service-list">
      <div id="service-list"></div>
    </fieldset>
    <footer><button type="button" class="button" id="filters-clear">Clear filters</button><button class="button primary" id="filters-done">Show places</button></footer>
  </form>
</dialog>`;

const content = (title: string, className: string): string =>
  html`${sprite}
<div class="locator ${className}">
${searchPanel(title)}
${map}
${sheet}
</div>
${dialog}
<div id="announcements" class="visually-hidden" role="status"></div>`.text;

const shared = {
  scripts: ['locator'],
  styles: ['locator'],
  loads: [{ address: '/map/current.json', as: 'fetch' }],
  wide: true,
} as const;

/** The locator for the public: the whole network on a map, and the places near a suburb, postcode or position. */
export const locatorPage: PortalPage = {
  path: '/locator/',
  title: 'Find a place',
  description:
    'Find post offices, parcel lockers and post boxes near you, with opening hours, services and directions.',
  content: content('Find a place', ''),
  ...shared,
};

/** The same page for websites, which show it in a frame to let their visitors choose a place. */
export const embedPage: PortalPage = {
  path: '/locator/embed/',
  title: 'Choose a place',
  description: 'Choose a post office or parcel locker for a parcel.',
  content: content('Choose a place', 'embed'),
  ...shared,
  framed: true,
};
