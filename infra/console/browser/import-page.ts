import { onPage } from '../../portal/browser/dom.ts';
import {
  type BadLine,
  type Counts,
  type DryRun,
  dryRunReply,
  fileReply,
  progressReply,
  startedReply,
} from '../contract.ts';
import { attempt, call, formatCount, notify, poll } from './api.ts';
import { button, element } from './dom.ts';
import { code, download, facts, list, section, table } from './parts.ts';

const pollMilliseconds = 500;

/** Bad lines in the table. */
const shownBadLines = 100;

/** Shows the page of an import: the form, or the progress of the import whose key is in the page's address. */
export const showImport = (page: HTMLElement): void => {
  const key = new URLSearchParams(location.search).get('key');
  if (key === null) showForm(page);
  else void showProgress(page, key);
};

// The form and the dry run

const showForm = (page: HTMLElement): void => {
  const input = onPage('file', HTMLInputElement);
  const form = onPage('import-form', HTMLFormElement);
  const check = onPage('check', HTMLButtonElement);
  const drop = onPage('drop', HTMLElement);
  const result = onPage('dry-run', HTMLElement);
  let file: File | undefined;
  const choose = (given: File | undefined) => {
    file = given;
    check.disabled = !file;
    onPage('chosen', HTMLElement).textContent = file ? `${file.name}, ${formatCount(file.size)} bytes` : '';
    result.replaceChildren();
  };
  input.addEventListener('change', () => choose(input.files?.[0]));
  // The same file can be chosen again after it was corrected.
  input.addEventListener('click', () => {
    input.value = '';
  });
  for (const type of ['dragover', 'dragleave', 'drop'])
    drop.addEventListener(type, (event) => {
      event.preventDefault();
      drop.classList.toggle('over', type === 'dragover');
      if (event instanceof DragEvent && type === 'drop' && !input.disabled)
        choose(event.dataTransfer?.files[0]);
    });
  form.addEventListener('change', () => result.replaceChildren());
  // The result must be of what the form shows.
  const disable = (isDisabled: boolean) => {
    for (const each of form.querySelectorAll<HTMLInputElement>('input, select, button'))
      each.disabled = isDisabled;
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      if (!file) return;
      const fields = new FormData(form);
      result.replaceChildren();
      disable(true);
      try {
        notify('Checking the file …');
        await checkReadable(file);
        const { id } = await call(`/api/files?name=${encodeURIComponent(file.name)}`, fileReply, { file });
        const [kind, mode] = [String(fields.get('kind')), String(fields.get('mode'))];
        const request = { file: id, kind, mode, force: fields.has('force') };
        const dryRun = await call('/api/dry-runs', dryRunReply, { body: request });
        notify('The file was checked. Nothing was written yet.');
        result.replaceChildren(
          dryRunSection(dryRun, file.name, () =>
            attempt(async () => {
              const body = { ...request, lines: dryRun.read };
              const { key } = await call('/api/imports', startedReply, { body });
              history.pushState(null, '', `/import?key=${encodeURIComponent(key)}`);
              await showProgress(page, key);
            }),
          ),
        );
        result.querySelector('h2')?.focus();
      } finally {
        disable(false);
      }
    });
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

const countFacts = ({ read, added, changed, unchanged, removed, failed }: Counts) =>
  facts([
    ['Lines', formatCount(read)],
    ['Added', formatCount(added)],
    ['Changed', formatCount(changed)],
    ['Unchanged', formatCount(unchanged)],
    ['Removed', formatCount(removed)],
    ['Bad lines', formatCount(failed)],
  ]);

const dryRunSection = (dryRun: DryRun, fileName: string, start: () => Promise<void>): HTMLElement => {
  const { badLines, warnings, notes, refusal, failed } = dryRun;
  const go = button(
    {
      class: 'button primary',
      onclick: () => {
        go.disabled = true;
        void start().finally(() => {
          go.disabled = false;
        });
      },
    },
    failed > 0 ? 'Import the valid lines' : 'Import',
  );
  const shown = section(
    'What the import would do',
    countFacts(dryRun),
    [...notes, ...warnings].length > 0 && list([...notes, ...warnings], 'warnings'),
    badLineTable(badLines, failed, fileName),
    refusal === undefined ? go : element('p', { class: 'error' }, `The import would be refused: ${refusal}.`),
  );
  shown.querySelector('h2')?.setAttribute('tabindex', '-1');
  return shown;
};

const badLineTable = (badLines: readonly BadLine[], failed: number, fileName: string) => {
  if (badLines.length === 0) return undefined;
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csv = ['line,reason', ...badLines.map(({ line, reason }) => `${line},${quote(reason)}`)].join('\r\n');
  return element(
    'div',
    {},
    table(
      'Bad lines',
      ['Line', 'Reason'],
      badLines.slice(0, shownBadLines).map(({ line, reason }) => [formatCount(line), reason]),
      '',
    ),
    failed > shownBadLines &&
      element(
        'p',
        {},
        `${formatCount(failed - shownBadLines)} more are not shown. The download has the first ${formatCount(badLines.length)}.`,
      ),
    button(
      { class: 'button', onclick: () => download(`${fileName}.bad-lines.csv`, `${csv}\r\n`) },
      'Download the bad lines',
    ),
  );
};

// The progress

const stateTexts = {
  waiting: 'Waiting for the importer',
  importing: 'Importing',
  publishing: 'Publishing',
  done: 'Done',
  failed: 'Failed',
} as const;

/** Shows an import until it has ended. Its key is in the address, so that a reload shows it again. */
const showProgress = async (page: HTMLElement, key: string): Promise<void> => {
  const status = element('p', { class: 'state', role: 'status' });
  const bar = element('progress', { 'aria-label': 'Lines imported' });
  const details = element('div');
  page.replaceChildren(
    section('Import', element('p', {}, code(key)), status, bar, details),
    element('p', {}, element('a', { href: '/import' }, 'Import another file')),
  );
  await poll(pollMilliseconds, async () => {
    const progress = await call('/api/imports/progress', progressReply, { body: { key } }).catch(
      (error: Error) => void notify(error.message, true),
    );
    if (!progress) return true;
    notify('');
    const { state, counts, total, badLines, warnings, message } = progress;
    const text = message ? `${stateTexts[state]}. ${message}` : stateTexts[state];
    if (status.textContent !== text) status.textContent = text;
    status.classList.toggle('error', state === 'failed');
    status.classList.toggle('good', state === 'done');
    if (state === 'done') bar.value = bar.max;
    else if (counts && total) [bar.max, bar.value] = [total, counts.read];
    const hasEnded = state === 'done' || state === 'failed';
    bar.hidden = state === 'failed';
    if (counts)
      details.replaceChildren(
        countFacts(counts),
        ...(hasEnded && warnings.length > 0 ? [list(warnings, 'warnings')] : []),
        ...(hasEnded ? [badLineTable(badLines, counts.failed, key.replace(/^.*\//, '')) ?? ''] : []),
      );
    return !hasEnded;
  });
};
