import { apiOrigin, readPortalSettings } from './portal-settings.ts';
import { showReference } from './show-reference.ts';
import { theVisitorsKey } from './the-visitors-key.ts';

/** The program of the pages that show the reference of a service. */
const place = document.querySelector<HTMLElement>('[data-document]');
const { document: description, program } = place?.dataset ?? {};
if (place && description && program) {
  try {
    const origin = apiOrigin(await readPortalSettings());
    await showReference(place, { description, program, origin, key: theVisitorsKey });
  } catch {
    place.innerHTML =
      '<p class="reference-wait" role="alert">The reference cannot be shown now. <a href="">Try again</a>.</p>';
  }
}
