import { descriptionOfType, locationTypes } from '../../../shared/domain/location/location-types.ts';
import type { PortalPage } from '../layout/portal-page.ts';

const typeBox = (type: (typeof locationTypes)[number]): string =>
  `<label class="chip"><input type="checkbox" name="type" value="${type}"> ${descriptionOfType[type]}</label>`;

/** Its buttons are enabled by the program, without which they do nothing. */
const searchForm = `<form id="search" class="locator-search" role="search" novalidate>
  <div class="row"><label for="where">Postcode or location code</label><button type="button" id="own-position" class="plain" disabled>Use my position</button></div>
  <div class="where">
    <input id="where" type="text" autocomplete="postal-code" spellcheck="false" autocapitalize="off" maxlength="40" placeholder="3000" aria-describedby="where-fault">
    <button class="button primary" disabled>Search</button>
  </div>
  <p id="where-fault" class="fault" role="alert"></p>
  <fieldset class="chips"><legend>Kinds of place</legend>${locationTypes.map(typeBox).join('')}</fieldset>
  <div class="row"><label for="service">Service</label><select id="service"><option value="">Any service</option></select></div>
</form>`;

const results = `<section class="locator-results" aria-label="Results">
  <div id="advice" class="advice" role="alert" hidden></div>
  <p id="summary" class="summary" role="status">The locator needs JavaScript. If it does not start, load this page anew.</p>
  <ol id="results" class="places"></ol>
  <button type="button" id="more" class="button" hidden>More results</button>
</section>`;

const map = `<section class="locator-map" aria-label="Map">
  <div id="map"></div>
  <p id="map-help" class="visually-hidden">The list of results says all that the map shows. Arrow keys move the map, plus and minus zoom, Enter searches around its middle.</p>
</section>`;

/** The locator: a map of the network beside the list of what was found. */
export const locatorPage: PortalPage = {
  path: '/locator/',
  title: 'Locator',
  description: 'Find post offices, post boxes and parcel lockers by postcode, on a map or around you.',
  content: `<div class="locator">
<div class="locator-panel">
<h1>Locator</h1>
${searchForm}
${results}
</div>
${map}
</div>`,
  scripts: ['locator'],
  styles: ['locator'],
  wide: true,
};
