import { onPage, partOf } from '../../portal/browser/dom.ts';
import { fileReply, startedReply } from '../contract.ts';
import { attempt, call, callJson, notify, parseHtml, patch, poll } from './page.ts';

const pollMilliseconds = 500;

const number = new Intl.NumberFormat('en-AU');

/** Shows the page of an import: the form, or the progress of the import whose key is in the page's address. */
export const showImport = (page: HTMLElement): void => {
  const key = new URLSearchParams(location.search).get('key');
  if (key === null) showForm();
  else void showProgress(page, key);
};

const showForm = (): void => {
  const input = onPage('file', HTMLInputElement);
  const form = onPage('import-form', HTMLFormElement);
  const check = onPage('check', HTMLButtonElement);
  const result = onPage('dry-run', HTMLElement);
  let file: File | undefined;
  const choose = (given: File | undefined) => {
    file = given;
    check.disabled = !file;
    onPage('chosen', HTMLElement).textContent = file ? `${file.name}, ${number.format(file.size)} bytes` : '';
    result.replaceChildren();
  };
  input.addEventListener('change', () => choose(input.files?.[0]));
  // The same file can be chosen again after it was corrected.
  input.addEventListener('click', () => {
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'] as const)
    addEventListener(type, (event) => {
      partOf(form, '.drop', HTMLElement).classList.toggle('over', type === 'dragover');
      const dropped = type === 'drop' && !input.disabled && event.dataTransfer?.files[0];
      if (dropped) choose(dropped);
    });
  form.addEventListener('change', () => result.replaceChildren());
  // The result must be of what the form shows.
  const disable = (isDisabled: boolean) => {
    for (const each of form.querySelectorAll<HTMLInputElement>('input, select, button'))
      each.disabled = isDisabled;
  };
  const checkFile = async (checked: File) => {
    const fields = new FormData(form);
    result.replaceChildren();
    disable(true);
    try {
      notify('Checking the file …');
      await checkReadable(checked);
      const path = `/api/files?name=${encodeURIComponent(checked.name)}`;
      const { id } = await callJson(path, fileReply, checked);
      const chosen = { ...Object.fromEntries(fields), file: id, force: fields.has('force') };
      result.replaceChildren(parseHtml(await call('/api/dry-runs', chosen)));
      notify('The file was checked. Nothing was written yet.');
      const start = result.querySelector<HTMLButtonElement>('#start');
      start?.addEventListener('click', () => {
        void attempt(async () => {
          const { key } = await callJson('/api/imports', startedReply, chosen);
          location.assign(`/import?key=${encodeURIComponent(key)}`);
        }, start);
      });
      const heading = partOf(result, 'h2', HTMLElement);
      heading.tabIndex = -1;
      heading.focus();
    } finally {
      disable(false);
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const checked = file;
    if (checked) void attempt(() => checkFile(checked));
  });
  // The browser may have kept a file from before a reload.
  choose(input.files?.[0]);
  form.hidden = false;
};

/** A browser cannot read a file that was saved after it was chosen. Throws an Error. */
const checkReadable = async (file: File): Promise<void> => {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Error('The file has changed, or cannot be read. Choose it again.');
    });
};

/** Shows an import until it has ended. Its key is in the address, so that a reload shows it again. */
const showProgress = (page: HTMLElement, key: string): Promise<void> => {
  const again = '<p><a href="/import">Import another file</a></p>';
  return poll(pollMilliseconds, async () => {
    const progress = await call('/api/imports/progress', { key });
    patch(page, parseHtml(progress + again));
    notify('');
    return page.querySelector('progress') !== null;
  });
};
