import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { importKinds, importModes } from '../../shared/data-access/importing/import-kinds.ts';
import {
  type ImportSummary,
  importReport,
  readReport,
} from '../../shared/data-access/importing/import-report.ts';
import { identityOfFiles, readFileKey } from '../../shared/data-access/importing/put-file.ts';
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

/** Bad lines in the table. The download has all that are known: the report of an import has a limited number. */
const shownBadLines = 100;

const chosenImport = z.object({
  file: z.string(),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  force: z.boolean().default(false),
});
type ChosenImport = z.infer<typeof chosenImport>;

/** A file that the browser has sent, in its own folder. */
interface TakenFile {
  readonly name: string;
  readonly path: string;
  /** SHA-256 of the content. */
  readonly digest: string;
  /** Number of lines, once it has been checked. */
  lines?: number;
  isImporting?: boolean;
}

/** An import that this console follows to its publication. */
interface Followed extends LineOrigins {
  readonly total?: number | undefined;
  /** Uploaded bytes, while the upload runs. */
  upload?: { readonly sent: number; readonly bytes: number };
  /** Outcome; absent until it has finished. */
  end?: { readonly isDone: boolean; readonly message: string };
}

/** The page shows the progress itself. */
const noProgress: Progress = { update: () => {}, print: () => {}, stop: () => {} };

/**
 * Creates the operations of the import page. A file is kept until another is checked, it is imported, or `removeFiles`
 * is called.
 */
export const importOperations = (stack: OperatedStack) => {
  /** Temporary folders, also of files that are still arriving. */
  const folders = new Set<string>();
  const files = new Map<string, TakenFile>();
  const follows = new Map<string, Followed>();

  const remove = (folder: string) => {
    rmSync(folder, { recursive: true, force: true });
    files.delete(folder);
    folders.delete(folder);
  };

  const takeFile = async (name: string, content: AsyncIterable<Uint8Array>) => {
    const folder = await mkdtemp(join(tmpdir(), 'waypost-console-'));
    // The end of a long name has its type.
    const safeName =
      name
        .replace(/[^A-Za-z0-9._-]+/g, '-')
        .slice(-200)
        .replace(/^\.+/, '') || 'file';
    const path = join(folder, safeName);
    folders.add(folder);
    const hash = createHash('sha256');
    const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    };
    try {
      await pipeline(content, hashed, createWriteStream(path, { mode: 0o600 }));
    } catch (error) {
      remove(folder);
      throw error;
    }
    for (const [other, { isImporting }] of files) if (!isImporting) remove(other);
    files.set(folder, { name, path, digest: hash.digest('hex') });
    return folder;
  };

  const takenFile = (folder: string): TakenFile => {
    const file = files.get(folder);
    if (file) return file;
    const message = 'the console no longer has this file, because another file has been checked since';
    throw new OperatorError(message, { code: 'not_found', remedy: 'Check it again' });
  };

  /** Uses a file as the command line does. Messages contain the file's original name. */
  const withFile = async <T>(
    { file, kind }: ChosenImport,
    use: (upload: UploadFile) => Promise<T>,
  ): Promise<T> => {
    try {
      const upload = await prepareUpload(await openSources([takenFile(file).path], kind));
      return await use(upload).finally(upload.remove);
    } catch (thrown) {
      const { message, code, remedy = '', result } = asOperatorError(thrown);
      const nameOnly = (text: string) => text.replaceAll(`${file}/`, '');
      throw new OperatorError(nameOnly(message), { code, result, remedy: nameOnly(remedy) });
    }
  };

  const dryRun = (chosen: ChosenImport): Promise<Html> =>
    withFile(chosen, async (upload) => {
      const file = takenFile(chosen.file);
      const { data, rejection } = await dryRunImport(stack, upload, optionsOf(file, chosen), noProgress).then(
        ({ data, notes }) => ({ data: { ...data, notes }, rejection: undefined }),
        (thrown: unknown) => {
          const error = asOperatorError(thrown);
          // A rejected import has a result, whose bad lines show why.
          if (!error.result) throw error;
          return { data: error.result.data, rejection: fullMessage(error) };
        },
      );
      const result = dryRunResult.parse(data);
      file.lines = result.read;
      return dryRunSection(file.name, result, rejection);
    });

  const follow = (key: string, origins: Omit<Followed, 'end'>): Followed => {
    const followed: Followed = { ...origins };
    follows.set(key, followed);
    followToEnd({ stack, key, progress: noProgress, ...origins }).then(
      ({ notes = [] }) => {
        followed.end = { isDone: true, message: notes.join(' ') };
      },
      (thrown: unknown) => {
        const error = asOperatorError(thrown);
        // The import continues without us. The next request for its progress follows it again.
        if (error.code === 'unreachable') follows.delete(key);
        else followed.end = failed(error);
      },
    );
    return followed;
  };

  /**
   * Uploads a file and follows its import, both in the background. Returns its key, by which the page finds it again.
   */
  const start = async (chosen: ChosenImport): Promise<string> => {
    const file = takenFile(chosen.file);
    file.isImporting = true;
    const options = optionsOf(file, chosen);
    const key = uploadKey(options);
    const uploading: Followed = { ...originsOf(key), upload: { sent: 0, bytes: 0 } };
    follows.set(key, uploading);
    withFile(chosen, async (upload) => {
      const { bytes, originOf } = upload;
      const update = (sent: number) => {
        uploading.upload = { sent, bytes };
      };
      await uploadImport(stack, upload, options, { ...noProgress, update }, key);
      follow(key, { originOf, total: file.lines });
    })
      .catch((thrown: unknown) => {
        uploading.end = failed(asOperatorError(thrown));
      })
      .finally(() => remove(chosen.file));
    return key;
  };

  /** Shows the progress of an import, which is followed again if it no longer is. */
  const progress = async (key: string): Promise<Html> => {
    if (readFileKey(key).kind === undefined)
      throw new OperatorError(`${key} is not an import`, { code: 'not_found' });
    const report = await readReport(stack.imports, key);
    const isRunning = report === undefined || report.status === 'importing';
    const followed = follows.get(key) ?? (isRunning ? follow(key, originsOf(key)) : undefined);
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
    'POST /api/files': operation(z.object({ name: z.string().max(300) }), ({ name }, request) =>
      takeFile(name, request),
    ),
    'POST /api/dry-runs': operation(chosenImport, dryRun),
    'POST /api/imports': operation(chosenImport, start),
    'POST /api/imports/progress': operation(z.object({ key: z.string() }), ({ key }) => progress(key)),
  };
  return { operations, removeFiles: () => [...folders].forEach(remove) };
};

/**
 * Browsers do not reveal a file's path, so its name and content identify it: only a merge of the same file completes an
 * interrupted one.
 */
const optionsOf = (
  { name, path, digest }: TakenFile,
  { kind, mode, force }: ChosenImport,
): ImportOptions => ({
  kind,
  files: [path],
  merge: mode === 'merge',
  force,
  identity: identityOfFiles([name, digest]),
});

/** Replaces the command line's option by the page's checkbox. */
const inPage = (text: string): string =>
  text.replaceAll(/(?<!publish )--force\b/g, `the checkbox “${allowLosses}”`);

const failed = (error: OperatorError) => {
  const again = `To publish it anyway, import the file again with --force`;
  const message = error.code === 'publication_refused' ? `${error.message}. ${again}` : fullMessage(error);
  return { isDone: false, message: `${message}.` };
};

const originsOf = (key: string): LineOrigins => ({ originOf: (line) => ({ source: key, line }) });

const badLines = z.array(z.object({ line: z.int(), reason: z.string() }));

const dryRunResult = z.object({
  ...importReport.shape.summary.shape,
  badLines,
  warnings: z.array(z.string()),
  notes: z.array(z.string()).default([]),
});
type DryRun = z.infer<typeof dryRunResult>;

const dryRunSection = (fileName: string, dryRun: DryRun, rejection?: string): Html => {
  const { badLines, warnings, notes, failed } = dryRun;
  return section(
    'What the import would do',
    countFacts(dryRun),
    list([...notes, ...warnings].map(inPage), 'warnings'),
    badLineTable(fileName, badLines, failed),
    rejection === undefined
      ? html`<button type="button" class="button primary" id="start">${failed > 0 ? 'Import the valid lines' : 'Import'}</button>`
      : html`<p class="notice error">The import would be rejected: ${inPage(rejection)}.</p>`,
  );
};

const countFacts = ({ read, added, changed, unchanged, removed, failed }: ImportSummary): Html =>
  facts([
    ['Lines', formatCount(read)],
    ['Added', formatCount(added)],
    ['Changed', formatCount(changed)],
    ['Unchanged', formatCount(unchanged)],
    ['Removed', formatCount(removed)],
    ['Bad lines', formatCount(failed)],
  ]);

const badLineTable = (fileName: string, badLines: DryRun['badLines'], failed: number): Html | undefined => {
  if (badLines.length === 0) return undefined;
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const csv = ['line,reason', ...badLines.map(({ line, reason }) => `${line},${quote(reason)}`)];
  const href = `data:text/csv,${encodeURIComponent(`${csv.join('\r\n')}\r\n`)}`;
  const more =
    failed > shownBadLines &&
    html`<p>These are the first ${shownBadLines} of ${formatCount(failed)}.${failed > badLines.length && ` The download has the first ${formatCount(badLines.length)}.`}</p>`;
  const rows = badLines.slice(0, shownBadLines).map(({ line, reason }) => [String(line), reason]);
  return html`${table('Bad lines', ['Line', 'Reason'], rows)}${more}
<p><a class="button" href="${href}" download="${fileName}.bad-lines.csv">Download the bad lines</a></p>`;
};
