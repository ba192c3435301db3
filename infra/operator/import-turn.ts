import { rm } from 'node:fs/promises';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
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
  }).catch((cause: unknown) => {
    throw new OperatorError(
      `another import is running on ${dataDirectory}; two at once would undo each other's work. Repeat this one when that has ended`,
      { cause },
    );
  });

const refuseAfterHalf = async (file: string, { kind, replaces, force }: TurnRequest): Promise<void> => {
  const text = await readIfThere(file);
  if (text === undefined || force) return;
  const unfinished = unfinishedImport.parse(JSON.parse(text));
  if (unfinished.kind === kind && replaces) return;
  throw new OperatorError(
    `the import of ${unfinished.kind} that began at ${unfinished.startedAt} stopped half-way, and what is stored is neither its file nor what was there before. Repeat it first; or publish what is stored as it is, with --force`,
  );
};

/** Writes under a mark that stays where it does not come to its end. */
const markedUnfinished = async <Outcome>(
  file: string,
  request: TurnRequest,
  write: () => Promise<Outcome>,
): Promise<Outcome> => {
  await refuseAfterHalf(file, request);
  await replaceFile(file, JSON.stringify({ kind: request.kind, startedAt: new Date().toISOString() }));
  const outcome = await write();
  await rm(file, { force: true });
  return outcome;
};

/**
 * Gives an import its turn: one at a time on a data directory, and none that would publish what another left half
 * done. What `write` stores counts as whole once it has come to its end; `afterwards` is still part of the turn. Throws
 * OperatorError, and what the two throw.
 */
export const inImportTurn = async <Outcome>(
  request: TurnRequest,
  write: () => Promise<Outcome>,
  afterwards: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> => {
  const { unfinishedImportFile } = dataFilesIn(request.dataDirectory);
  const release = await lockImports(request);
  try {
    const outcome = request.isPublished
      ? await markedUnfinished(unfinishedImportFile, request, write)
      : await write();
    await afterwards(outcome);
    return outcome;
  } finally {
    await release();
  }
};
