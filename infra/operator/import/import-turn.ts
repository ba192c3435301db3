import type { ImportSummary } from '../../../shared/data-access/import/import-summary.ts';
import type { ImportKind } from '../../../shared/data-access/import/record-kind.ts';
import { DamagedPublication } from '../../../shared/data-access/publishing/damaged-publication.ts';
import {
  type ImportMark,
  markImportBegun,
  markImportEnded,
  readUnfinishedImport,
} from '../../../shared/data-access/publishing/import-mark.ts';
import type { PublishedBucket } from '../../../shared/data-access/publishing/published-object.ts';
import { OperatorError } from '../operator-error.ts';
import { lockImports } from './import-lock.ts';

export interface TurnRequest {
  readonly dataDirectory: string;
  /** Where the publisher sees that an import has not come to its end. */
  readonly bucket: PublishedBucket;
  readonly kind: ImportKind;
  /** Whether it brings its whole kind to what its files say. */
  readonly replaces: boolean;
  readonly force: boolean;
  /** Whether a publication shows what is stored, half of it too. */
  readonly isPublished: boolean;
  /** How long to wait for another import: longer than the lock of one that was killed lasts. */
  readonly patienceSeconds: number;
}

/** A replacement mends any half of its kind; a merge that is repeated mends the half of a merge. */
const mends = ({ kind, replaces }: TurnRequest, half: ImportMark): boolean =>
  half.kind === kind && (replaces || half.mode === 'merge');

const refuseAfterHalf = (half: ImportMark, request: TurnRequest): void => {
  if (mends(request, half)) return;
  throw new OperatorError(
    `the import of ${half.kind} that began at ${half.startedAt} stopped half-way, and what is stored is neither its file nor what was there before. Repeat it first; or publish what is stored as it is, with --force`,
  );
};

/** Whether an earlier import stopped half-way. Throws OperatorError where that must be mended before this one. */
const isAfterHalf = async (request: TurnRequest): Promise<boolean> => {
  try {
    const half = await readUnfinishedImport(request.bucket);
    if (half && !request.force) refuseAfterHalf(half, request);
    return half !== undefined;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    if (request.force) return true;
    throw new OperatorError(
      `last-import.json is damaged; it may name an import that stopped half-way. Repeat the last import with --force`,
      { cause },
    );
  }
};

/** Writes under a mark that stays where it does not come to its end, or where a former half was not mended. */
const markedUnfinished = async (
  request: TurnRequest,
  write: () => Promise<ImportSummary>,
): Promise<ImportSummary> => {
  const { bucket, kind, replaces } = request;
  const afterHalf = await isAfterHalf(request);
  const mode = replaces ? 'replace' : 'merge';
  const mark = { kind, mode, startedAt: new Date().toISOString() } as const;
  await markImportBegun(bucket, mark);
  const summary = await write();
  const stillHalf = summary.refused && afterHalf;
  if (!stillHalf) await markImportEnded(bucket, mark, new Date());
  return summary;
};

/**
 * Gives an import its turn: one at a time on a data directory, and none that would publish what another left half
 * done. While `write` runs, and after it where it did not come to its end, nobody publishes. What it stores counts as
 * whole once it has ended; `afterwards` is still part of the turn. Throws OperatorError, StoreUnavailable, and what
 * the two throw.
 */
export const inImportTurn = async (
  request: TurnRequest,
  write: () => Promise<ImportSummary>,
  afterwards: (summary: ImportSummary) => Promise<void>,
): Promise<ImportSummary> => {
  const release = await lockImports(request.dataDirectory, request.patienceSeconds);
  try {
    const summary = request.isPublished ? await markedUnfinished(request, write) : await write();
    await afterwards(summary);
    return summary;
  } finally {
    await release();
  }
};
