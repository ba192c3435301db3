import { apiOrigin, readPortalSettings } from './portal-settings.ts';
import { startTryIt } from './try-it.ts';
import { visitorKey } from './visitor-key.ts';

/** Script of the pages of operations: the form to try the operation. */
const form = document.querySelector<HTMLFormElement>('form[data-operation]');
if (form) {
  const api = await readPortalSettings().then(apiOrigin, () => location.origin);
  startTryIt(form, { api, key: visitorKey });
}
