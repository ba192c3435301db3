import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { importKinds, importModes } from '../../shared/data-access/importing/import-kinds.ts';
import type { BadLine } from '../../shared/data-access/importing/import-lines.ts';
import { type ImportSummary, readReport } from '../../shared/data-access/importing/import-report.ts';
import { identityOfFiles, readFileKey } from '../../shared/data-access/importing/put-file.ts';
import { safeForSpreadsheets } from '../../shared/wire/safe-for-spreadsheets.ts';
import { asOperatorError, fullMessage, OperatorError } from '../operator/errors.ts';
import { followToEnd } from '../operator/import/follow.ts';
import { dryRunImport, type ImportOptions, uploadImport, uploadKey } from '../operator/import/import.ts';
import { openSources, prepareUpload, type UploadFile } from '../operator/import/input.ts';
import { type LineOrigins, locate } from '../operator/import/report.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import type { Progress } from '../operator/terminal/output.ts';
import { formatCount, formatSize } from '../operator/terminal/text.ts';
import { type Html, html } from '../portal/layout/html.ts';
import { allowLosses } from './pages.ts';
import { code, facts, list, section, sentence, table } from './parts.ts';
import { operation } from './server.ts';

/** Maximum number of bad lines in the table. The download has all bad lines that the report contains. */
const shownBadLines = 100;

const chosenFile = z.object({
  name: z.string().max(300),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  /** Value of the checkbox; absent if it is not selected. */
  force: z.string().optional(),
});

/** A file that the browser has sent, in its own folder. */
interface CheckedFile {
  readonly folder: string;
  readonly options: ImportOptions;
  readonly lines: number;
}

/** An import that this console follows until it is published. The console may also have uploaded its file. */
interface Followed extends LineOrigins {
  total?: number | undefined;
  /** Uploaded bytes, until the upload has finished. */
  upload?: { readonly sent: number; readonly bytes: number } | undefined;
  /** Outcome. Absent until the import has finished. */
  end?: { readonly isDone: boolean; readonly message: string };
}

/** Shows nothing, because the page shows the progress itself. */
const noProgress: Progress = { update: () => {}, print: () => {}, stop: () => {} };

/** Creates the operations of the import page. A checked file is kept until it is imported or another is checked. */
export const importOperations = (stack: OperatedStack) => {
  const folders = new Set<string>();
  let checked: CheckedFile | undefined;
  const follows = new Map<string, Followed>();

  const remove = (folder: string) => {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  };

  /** Keeps a file that the browser sends, and shows what its import would do. */
  const check = async (
    { name, kind, mode, force }: z.infer<typeof chosenFile>,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Html> => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-console-'));
    folders.add(folder);
    try {
      // Keeps the end of a long name, which contains the file type.
      const safeName = name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-200);
      const path = join(folder, safeName.replace(/^\.+/, '') || 'file');
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      const hash = createHash('sha256').setEncoding('hex');
      // Browsers do not reveal a file's path, so its name and content identify it. Only a merge of the same file
      // completes an interrupted merge.
      const identity = identityOfFiles([name, await pipeline(createReadStream(path), hash, text)]);
      const options = { kind, files: [path], merge: mode === 'merge', force: force !== undefined, identity };
      const dryRun = await withUpload(options, (upload) => dryRunImport(stack, upload, options, noProgress));
      if (checked) remove(checked.folder);
      checked = { folder, options, lines: dryRun.result.data.read };
      return dryRunSection(name, folder, dryRun);
    } catch (thrown) {
      remove(folder);
      const { message, code, remedy = '' } = asOperatorError(thrown);
      const nameOnly = (words: string) => words.replaceAll(`${folder}/`, '');
      throw new OperatorError(nameOnly(message), { code, remedy: nameOnly(remedy) });
    }
  };

  /** Follows an import to its publication in the background, after its upload if there is one. */
  const follow = (key: string, upload?: (followed: Followed) => Promise<void>): Followed => {
    const followed: Followed = { originOf: (line) => ({ source: key, line }) };
    const run = async () => {
      await upload?.(followed);
      followed.upload = undefined;
      return followToEnd({ ...followed, stack, key, progress: noProgress });
    };
    run().then(
      ({ notes = [] }) => {
        followed.end = { isDone: true, message: notes.join(' ') };
      },
      (thrown: unknown) => {
        const error = asOperatorError(thrown);
        // The import continues on the server. The next request for its progress follows it again.
        if (error.code === 'unreachable' && !followed.upload) follows.delete(key);
        else followed.end = { isDone: false, message: `${fullMessage(error)}.` };
      },
    );
    follows.set(key, followed);
    return followed;
  };

  /** Uploads a file, and follows its import in the background. Returns the key by which the page finds the import. */
  const start = async (folder: string): Promise<string> => {
    if (checked?.folder !== folder) {
      const message = 'the console no longer has this file, because another file has been checked since';
      throw new OperatorError(message, { code: 'not_found', remedy: 'Check this file again' });
    }
    const { options, lines } = checked;
    checked = undefined;
    const key = uploadKey(options);
    follow(key, async (followed) => {
      followed.upload = { sent: 0, bytes: 0 };
      const uploading = withUpload(options, async (upload) => {
        const update = (sent: number) => {
          followed.upload = { sent, bytes: upload.bytes };
        };
        await uploadImport(stack, upload, options, { ...noProgress, update }, key);
        Object.assign(followed, { originOf: upload.originOf, total: lines });
      });
      await uploading.finally(() => remove(folder));
    });
    return key;
  };

  /** Shows the progress of an import. Follows it again if it is running but no longer followed. */
  const progress = async (key: string): Promise<Html> => {
    if (readFileKey(key).kind === undefined)
      throw new OperatorError(`${key} is not an import`, { code: 'not_found' });
    const report = await readReport(stack.imports, key);
    const isRunning = report === undefined || report.status === 'importing';
    const followed = follows.get(key) ?? (isRunning ? follow(key) : undefined);
    const message =
      report?.failure ?? 'The records are stored; the overview shows whether they are published.';
    const unfollowed = { isDone: report?.status === 'imported', message };
    const { end, upload, total } = followed ?? { end: unfollowed };
    const { summary, warnings = [], badLines = [] } = report ?? {};
    const running =
      report === undefined ? 'Waiting for the importer' : isRunning ? 'Importing' : 'Publishing';
    const [value, max] = upload ? [upload.sent, upload.bytes] : [summary?.read ?? 0, total];
    return section(
      'Import',
      html`<p>${code(key)}</p>`,
      end
        ? html`<p class="notice ${end.isDone ? 'success' : 'error'}" role="status">${end.isDone ? 'Done' : 'Failed'}. ${sentence(inPage(end.message))}</p>`
        : html`<p role="status">${upload ? 'Uploading' : running}</p>
<progress aria-label="${upload ? 'Bytes uploaded' : 'Lines imported'}"${max ? html` value="${value}" max="${max}"` : ''}></progress>`,
      !end && upload && facts([['Uploaded', max && `${formatSize(upload.sent)} of ${formatSize(max)}`]]),
      summary && countFacts(summary),
      end && list(warnings.map(inPage), 'warnings'),
      end &&
        badLineTable(
          basename(key),
          badLines.map((bad) => (followed ? locate(followed, bad) : bad)),
          summary?.failed ?? 0,
        ),
    );
  };

  const operations = {
    'POST /api/dry-runs': operation(chosenFile, check),
    'POST /api/imports': operation(z.object({ file: z.string() }), ({ file }) => start(file)),
    'POST /api/imports/progress': operation(z.object({ key: z.string() }), ({ key }) => progress(key)),
  };
  return { operations, removeFiles: () => [...folders].forEach(remove) };
};

/** Prepares a file for upload as the command line does, and removes the result after use. */
const withUpload = async <T>(
  { files, kind }: ImportOptions,
  use: (upload: UploadFile) => Promise<T>,
): Promise<T> => {
  const upload = await prepareUpload(await openSources(files, kind));
  return use(upload).finally(upload.remove);
};

const inPage = (text: string): string =>
  text.replaceAll(/(?<!publish )--force\b/g, `the checkbox “${allowLosses}”`);

type DryRun = Awaited<ReturnType<typeof dryRunImport>>;

const dryRunSection = (fileName: string, folder: string, { result, notes, rejection }: DryRun): Html => {
  const { badLines, warnings, failed } = result.data;
  return section(
    'What the import would do',
    countFacts(result.data),
    list([...notes, ...warnings].map(inPage), 'warnings'),
    badLineTable(fileName, badLines, failed),
    rejection
      ? html`<p class="notice error">The import would be rejected: ${inPage(fullMessage(rejection))}.</p>`
      : html`<button type="button" class="button primary" id="start" data-file="${folder}">${failed > 0 ? 'Import the valid lines' : 'Import'}</button>`,
  );
};

const countFacts = ({ read, added, changed, unchanged, removed, failed }: ImportSummary): Html => {
  const records = { Added: added, Changed: changed, Unchanged: unchanged, Removed: removed };
  const counts = { Lines: read, ...records, 'Bad lines': failed };
  return facts(Object.entries(counts).map(([name, count]) => [name, formatCount(count)]));
};

const badLineTable = (
  fileName: string,
  badLines: readonly Omit<BadLine, 'source'>[],
  failed: number,
): Html | undefined => {
  if (badLines.length === 0) return undefined;
  const csv = badLines.map(({ line, reason }) => [line, reason]);
  const href = `data:text/csv,${encodeURIComponent(`line,reason\r\n${stringify(csv, safeForSpreadsheets)}`)}`;
  const more =
    failed > shownBadLines &&
    html`<p>These are the first ${shownBadLines} of ${formatCount(failed)}.${failed > badLines.length && ` The download has the first ${formatCount(badLines.length)}.`}</p>`;
  const rows = badLines.slice(0, shownBadLines).map(({ line, reason }) => [String(line), reason]);
  return html`${table('Bad lines', ['Line', 'Reason'], rows)}${more}
<p><a class="button" href="${href}" download="${fileName}.bad-lines.csv">Download the bad lines</a></p>`;
};
