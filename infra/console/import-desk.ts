import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { importKinds, importModes } from '../../shared/data-access/importing/import-kinds.ts';
import { maxReportedBadLines, readReport } from '../../shared/data-access/importing/import-report.ts';
import { readFileKey } from '../../shared/data-access/importing/put-file.ts';
import { lazy } from '../../shared/domain/lazy.ts';
import { asOperatorError, fullMessage, OperatorError } from '../operator/errors.ts';
import { followToEnd } from '../operator/import/follow.ts';
import { dryRunImport, type ImportOptions, uploadImport } from '../operator/import/import.ts';
import { openSources, prepareUpload, type UploadFile } from '../operator/import/input.ts';
import { type LineOrigins, locate } from '../operator/import/report.ts';
import type { OperatedStack } from '../operator/stack/operated-stack.ts';
import type { Progress } from '../operator/terminal/output.ts';
import { dryRunReply, fileReply, progressReply, startedReply } from './contract.ts';
import { operation } from './server.ts';

const chosenImport = z.object({
  file: z.string(),
  kind: z.enum(importKinds),
  mode: z.enum(importModes),
  force: z.boolean().default(false),
});

/** An import that this console follows to its publication. */
interface Followed extends LineOrigins {
  readonly total?: number | undefined;
  /** How it ended; absent until then. */
  end?: { readonly state: 'done' | 'failed'; readonly message: string };
}

/** The page shows the progress from the report. */
const noProgress: Progress = { update: () => {}, print: () => {}, stop: () => {} };

/**
 * Creates the operations of the import page. Files of the browser are kept in a temporary folder until `removeFiles`.
 */
export const importOperations = (stack: OperatedStack) => {
  const folder = lazy(() => mkdtempSync(join(tmpdir(), 'waypost-console-')));
  const paths: string[] = [];
  const follows = new Map<string, Followed>();

  const takeFile = async (name: string, content: AsyncIterable<Uint8Array>) => {
    const ownFolder = join(folder(), String(paths.length));
    const path = join(ownFolder, name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^\.+/, '') || 'file');
    paths.push(path);
    await mkdir(ownFolder, { recursive: true });
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
    return fileReply.parse({ id: String(paths.indexOf(path)) });
  };

  /** Uses a file as the command line does. Messages name it as the operator does. */
  const withFile = async <T>(
    { file, kind, mode, force }: z.infer<typeof chosenImport>,
    use: (upload: UploadFile, options: ImportOptions) => Promise<T>,
  ): Promise<T> => {
    const path = paths[Number(file)];
    if (path === undefined)
      throw new OperatorError('the file is gone, because the console was restarted. Drop it again', {
        code: 'not_found',
      });
    const options = { kind, files: [path], merge: mode === 'merge', force };
    try {
      const upload = await prepareUpload(await openSources([path], kind));
      return await use(upload, options).finally(upload.remove);
    } catch (thrown) {
      const { message, code, remedy = '', result } = asOperatorError(thrown);
      const nameOnly = (text: string) => text.replaceAll(`${join(path, '..')}/`, '');
      throw new OperatorError(nameOnly(message), { code, result, remedy: nameOnly(remedy) });
    }
  };

  const dryRun = (chosen: z.infer<typeof chosenImport>) =>
    withFile(chosen, async (upload, options) => {
      const shorten = (data: { readonly badLines: readonly unknown[] }) => ({
        ...data,
        badLines: data.badLines.slice(0, maxReportedBadLines),
      });
      try {
        const { data, notes } = await dryRunImport(stack, upload, options, noProgress);
        return dryRunReply.parse({ ...shorten(data), notes });
      } catch (thrown) {
        // A refusal has a result, whose bad lines say why.
        const refused = asOperatorError(thrown);
        const { success, data } = dryRunReply.safeParse(refused.result?.data);
        if (!success) throw refused;
        return { ...shorten(data), refusal: fullMessage(refused) };
      }
    });

  const follow = (key: string, origins: Omit<Followed, 'end'>): Followed => {
    const followed: Followed = { ...origins };
    follows.set(key, followed);
    followToEnd({ stack, key, progress: noProgress, ...origins }).then(
      ({ notes = [] }) => {
        followed.end = { state: 'done', message: notes.join(' ') };
      },
      (thrown: unknown) => {
        const error = asOperatorError(thrown);
        // The import goes on without us. The next request for its progress follows it again.
        if (error.code === 'unreachable') follows.delete(key);
        else followed.end = { state: 'failed', message: fullMessage(error) };
      },
    );
    return followed;
  };

  /** Returns the progress of an import. One that nobody follows any more is followed again. */
  const progress = async (key: string) => {
    if (readFileKey(key).kind === undefined)
      throw new OperatorError(`${key} is no import`, { code: 'not_found' });
    const report = await readReport(stack.imports, key);
    const isRunning = report === undefined || report.status === 'importing';
    const known = follows.get(key);
    const followed =
      known ?? (isRunning ? follow(key, { originOf: (line) => ({ source: key, line }) }) : undefined);
    const ended = report?.status === 'imported' ? ('done' as const) : ('failed' as const);
    const stored = 'The records are stored; the overview shows whether they are published';
    const unfollowed = { state: ended, message: report?.failure ?? stored };
    const now = followed ? followed.end : unfollowed;
    const running = report === undefined ? 'waiting' : isRunning ? 'importing' : 'publishing';
    return progressReply.parse({
      state: now?.state ?? running,
      message: now?.message,
      kind: report?.kind,
      total: followed?.total,
      counts: report?.summary,
      badLines: report?.badLines.map((bad) => (followed ? locate(followed, bad) : bad)),
      warnings: report?.warnings,
    });
  };

  const started = chosenImport.extend({ lines: z.int().optional() });
  const operations = {
    'POST /api/files': operation(z.object({ name: z.string().max(300) }), ({ name }, request) =>
      takeFile(name, request),
    ),
    'POST /api/dry-runs': operation(chosenImport, dryRun),
    'POST /api/imports': operation(started, ({ lines, ...chosen }) =>
      withFile(chosen, async (upload, options) => {
        const key = await uploadImport(stack, upload, options, noProgress);
        follow(key, { originOf: upload.originOf, total: lines });
        return startedReply.parse({ key });
      }),
    ),
    'POST /api/imports/progress': operation(z.object({ key: z.string() }), ({ key }) => progress(key)),
  };
  const removeFiles = () => {
    if (paths.length > 0) rmSync(folder(), { recursive: true, force: true });
  };
  return { operations, removeFiles };
};
