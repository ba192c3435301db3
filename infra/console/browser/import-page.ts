import { onPage, partOf } from '../../portal/browser/dom.ts';
import { attempt, call, notify, parseHtml, patch, poll } from './page.ts';

const pollMilliseconds = 500;

/** Shows the import page: the form, or the progress of the import whose key is in the page's address. */
export const showImport = (page: HTMLElement): void => {
  const key = new URLSearchParams(location.search).get('key');
  if (key === null) showForm();
  else void showProgress(page, key);
};

const showForm = (): void => {
  const input = onPage('file', HTMLInputElement);
  const form = onPage('import-form', HTMLFormElement);
  const result = onPage('dry-run', HTMLElement);
  // Disabled during a check, so that the result matches the form.
  const fieldset = partOf(form, 'fieldset', HTMLFieldSetElement);
  // Allows choosing the same file again after correcting it.
  input.addEventListener('click', () => {
    input.value = '';
  });
  form.addEventListener('change', () => result.replaceChildren());
  const checkFile = async (checked: File) => {
    const query = new URLSearchParams({ name: checked.name });
    for (const [name, value] of new FormData(form)) query.set(name, String(value));
    result.replaceChildren();
    fieldset.disabled = true;
    try {
      notify('Checking the file …');
      result.replaceChildren(parseHtml(await call(`/api/dry-runs?${query}`, checked)));
      notify('The file has been checked. Nothing has been written yet.');
      const start = result.querySelector<HTMLButtonElement>('#start');
      start?.addEventListener('click', () => {
        void attempt(async () => {
          const key = await call('/api/imports', { ...start.dataset });
          location.assign(`/import?key=${encodeURIComponent(key)}`);
        }, start);
      });
      const heading = partOf(result, 'h2', HTMLElement);
      heading.tabIndex = -1;
      heading.focus();
    } finally {
      fieldset.disabled = false;
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [file] = input.files ?? [];
    if (file) void attempt(() => checkFile(file));
  });
  form.hidden = false;
};

/** Shows an import until it has finished. The key is in the address, so that a reload shows the import again. */
const showProgress = (page: HTMLElement, key: string): Promise<void> =>
  poll(pollMilliseconds, async () => {
    const progress = await call('/api/imports/progress', { key });
    patch(page, parseHtml(`${progress}<p><a href="/import">Import another file</a></p>`));
    notify('');
    return page.querySelector('progress') !== null;
  });
