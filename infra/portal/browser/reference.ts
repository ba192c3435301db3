import { partOf } from './dom.ts';
import { apiOrigin, readPortalSettings, settingsProblem } from './portal-settings.ts';
import { startTryIt } from './try-it.ts';
import { visitorKey } from './visitor-key.ts';

/** Script of the pages of operations: the form to try the operation. */
const form = partOf(document, 'form[data-operation]', HTMLFormElement);
await readPortalSettings().then(
  (settings) => startTryIt(form, apiOrigin(settings), visitorKey),
  (error: unknown) => {
    console.warn(error);
    partOf(form, '[data-url]', HTMLElement).textContent = settingsProblem;
  },
);
