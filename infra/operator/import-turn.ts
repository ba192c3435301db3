import { rm } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import type { ImportSummary } from '../../shared/data-access/import/import-summary.ts';
import { type ImportKind, importKinds } from '../../shared/data-access/import/record-kind.ts';
import { dataFilesIn } from '../local/files/data-files.ts';
import { replaceFile } from '../local/files/durable-file.ts';
import { readIfThere } from '../local/files/read-if-there.ts';
import { OperatorError } from './operator-error.ts';

/** Milliseconds after which the lock of a command that was killed counts as left behind. */
const staleLock = 10_000;

const unfinishedImport = z.object({ kind: z.enum(importKinds), startedAt: z.string() });

export interface TurnRequest {
  readonly dataDirectory: string;
  readonly kind: ImportKind;
  /** A replacement brings its whole kind to what its files say, and so mends one that stopped half-way. */
  readonly replaces: boolean;
  readonly force: boolean;
  /** Whether a publication shows what is stored, half of it too. */
  readonly isPublished: boolean;
  /** How long to wait for another import: longer than the lock of one that was killed lasts. */
  readonly patienceSeconds: number;
}

const lockImports = ({ dataDirectory, patienceSeconds }: TurnRequest): Promise<() => Promise<void>> =>
  lock(dataDirectory, {
    lockfilePath: dataFilesIn(dataDirectory).importLock,
    stale: staleLock,
    update: staleLock / 4,
    retries: { retries: patienceSeconds, factor: 1, minTimeout: 1_000 },
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ELOCKED') throw cause;
    throw new OperatorError(
      `another import is running on ${dataDirectory}; two at once would undo each other's work. Repeat this one when that has ended`,
      { cause },
    );
  });

const parseMark = (file: string, text: string): z.infer<typeof unfinishedImport> => {
  try {
    return unfinishedImport.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError(
      `${file} is damaged; it names an import that stopped half-way. Repeat the last import with --force`,
      { cause },
    );
  }
};

const refuseAfterHalf = (file: string, text: string, { kind, replaces, force }: TurnRequest): void => {
  if (force) return;
  const unfinished = parseMark(file, text);
  if (unfinished.kind === kind && replaces) return;
  throw new OperatorError(
    `the import of ${unfinished.kind} that began at ${unfinished.startedAt} stopped half-way, and what is stored is neither its file nor what was there before. Repeat it first; or publish what is stored as it is, with --force`,
  );
};

/** Writes under a mark that stays where it does not come to its end, or where a former half was not mended. */
const markedUnfinished = async (
  file: string,
  request: TurnRequest,
  write: () => Promise<ImportSummary>,
): Promise<ImportSummary> => {
  const formerHalf = await readIfThere(file);
  if (formerHalf !== undefined) refuseAfterHalf(file, formerHalf, request);
  await replaceFile(file, JSON.stringify({ kind: request.kind, startedAt: new Date().toISOString() }));
  const summary = await write();
  const stillHalf = summary.refused && formerHalf !== undefined;
  if (!stillHalf) await rm(file, { force: true });
  return summary;
};

/**
 * Gives an import its turn: one at a time on a data directory, and none that would publish what another left half
 * done. What `write` stores counts as whole once it has come to its end; `afterwards` is still part of the turn. Throws
 * OperatorError, and what the two throw.
 */
export const inImportTurn = async (
  request: TurnRequest,
  write: () => Promise<ImportSummary>,
  afterwards: (summary: ImportSummary) => Promise<void>,
): Promise<ImportSummary> => {
  const { unfinishedImportFile } = dataFilesIn(request.dataDirectory);
  const release = await lockImports(request);
  try {
    const summary = request.isPublished
      ? await markedUnfinished(unfinishedImportFile, request, write)
      : await write();
    await afterwards(summary);
    return summary;
  } finally {
    await release();
  }
};
