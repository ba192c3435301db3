import { apiOrigin, readPortalSettings, settingsProblem } from './portal-settings.ts';
import { startTryIt } from './try-it.ts';
import { visitorKey } from './visitor-key.ts';

/** Script of the pages of operations: the form to try the operation. */
const form = document.querySelector<HTMLFormElement>('form[data-operation]');
if (form) {
  await readPortalSettings().then(
    (settings) => startTryIt(form, { api: apiOrigin(settings), key: visitorKey }),
    (error: unknown) => {
      console.warn(error);
      const url = form.querySelector('[data-url]');
      if (url) url.textContent = settingsProblem;
    },
  );
}
