import * as z from 'zod/mini';
import { lastImportKey } from '../../domain/publication/object-keys.ts';
import { type Bucket, readObject } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';
import { DamagedPublication } from '../publishing/manifest.ts';
import type { ImportSummary } from './import-report.ts';
import { importModes } from './record-kinds.ts';

const importMark = z.object({
  kind: z.string().check(z.minLength(1)),
  mode: z.enum(importModes),
  startedAt: z.iso.datetime(),
  /** Identity of its files; absent if unknown. */
  file: z.optional(z.string().check(z.minLength(1))),
  /** Table that a restore copies from; absent for imports. */
  restoredFrom: z.optional(z.string().check(z.minLength(1))),
  /** End of the import; absent while it runs, and for good if it was interrupted. */
  endedAt: z.optional(z.iso.datetime()),
});
/** Mark of an import, or of a restore, that has begun to write to the tables. */
export type ImportMark = z.infer<typeof importMark>;

/** Mark of an import that has not ended. */
type BegunMark = Omit<ImportMark, 'endedAt'>;

/**
 * Reads the mark of the last import, with a tag that changes with the start and end of each; both are absent before the
 * first. Throws StoreUnavailable, or DamagedPublication if the mark cannot be read.
 */
export const readLastImport = async (bucket: Bucket): Promise<{ tag?: string; mark?: ImportMark }> => {
  const reading = await readObject(bucket, lastImportKey);
  if (reading.kind !== 'found') return {};
  try {
    const mark = importMark.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
    return { tag: reading.etag, mark };
  } catch (error) {
    throw new DamagedPublication(`${lastImportKey} cannot be read`, { cause: error });
  }
};

/**
 * Reads the mark of an unfinished import, half of which would be published now; undefined if there is none. Throws
 * StoreUnavailable, or DamagedPublication if the mark cannot be read.
 */
export const readUnfinishedImport = async (bucket: Bucket): Promise<ImportMark | undefined> => {
  const { mark } = await readLastImport(bucket);
  return mark?.endedAt === undefined ? mark : undefined;
};

/**
 * Marks an import as begun, which holds back unforced publications until it ends. Returns a function that marks it as
 * ended, when the tables are complete again. That returns false, and writes nothing, if another import has begun since;
 * publications wait for the end of that. Both throw StoreUnavailable.
 */
export const markImportBegun = async (bucket: Bucket, mark: BegunMark): Promise<() => Promise<boolean>> => {
  const begun = await putMark(bucket, mark);
  return async () => {
    const ended = { ...mark, endedAt: new Date().toISOString() };
    if ((await putMark(bucket, ended, begun)) !== undefined) return true;
    // The SDK repeats a write whose response was lost, which then conflicts with itself.
    const stored = await readIntactMark(bucket);
    return isSameImport(stored, ended) && stored?.endedAt === ended.endedAt;
  };
};

const putMark = (bucket: Bucket, mark: ImportMark, replaces?: string) =>
  putJson(bucket, 'marking the import', { key: lastImportKey, content: importMark.parse(mark), replaces });

type Start = Pick<ImportMark, 'kind' | 'startedAt'>;

const isSameImport = (mark: ImportMark | undefined, { kind, startedAt }: Start): boolean =>
  mark?.kind === kind && mark.startedAt === startedAt;

/** Reads the mark of the last import; undefined if there is none, or a damaged one. Throws StoreUnavailable. */
const readIntactMark = async (bucket: Bucket): Promise<ImportMark | undefined> => {
  try {
    return (await readLastImport(bucket)).mark;
  } catch (error) {
    if (error instanceof DamagedPublication) return undefined;
    throw error;
  }
};

/** Whether no other import of a published kind has begun since. Throws StoreUnavailable. */
export const isStillMarked = async (bucket: Bucket, start: Start): Promise<boolean> =>
  isSameImport(await readIntactMark(bucket), start);

/** Import, or restore, that is about to begin. */
type NextImport = Omit<BegunMark, 'startedAt'>;

/** An earlier import was interrupted, or may have been, and the new import would not complete it. */
export class InterruptedImport extends Error {
  override readonly name = 'InterruptedImport';
  /** Mark of the interrupted import; undefined if it cannot be read. */
  readonly mark: ImportMark | undefined;

  constructor(mark: ImportMark | undefined, options?: ErrorOptions) {
    super(describeInterrupted(mark), options);
    this.mark = mark;
  }
}

const describeInterrupted = (mark: ImportMark | undefined): string => {
  if (!mark) return `${lastImportKey} is damaged; it may name an import that stopped half-way`;
  const { kind, startedAt, restoredFrom } = mark;
  return restoredFrom === undefined
    ? `the import of ${kind} that began at ${startedAt} stopped half-way, and what is stored may be neither its file nor what was there before`
    : `the restore of ${kind} from the table ${restoredFrom} that began at ${startedAt} stopped half-way, or is running still`;
};

/**
 * Whether the next import completes an interrupted one: any replacement of its kind does, but a merge only if it merges
 * the same file again, and a restore only if that was a restore too. Restores copy whole records that are missing, and
 * so none leaves another half done.
 */
const completes = ({ kind, mode, file, restoredFrom }: NextImport, interrupted: ImportMark): boolean => {
  if (interrupted.kind !== kind) return false;
  if (mode === 'replace') return true;
  if (restoredFrom !== undefined && interrupted.restoredFrom !== undefined) return true;
  return interrupted.mode === 'merge' && file !== undefined && file === interrupted.file;
};

/**
 * Returns whether an earlier import was interrupted, which the new one completes or is forced to ignore. Throws
 * InterruptedImport or StoreUnavailable.
 */
export const followsInterrupted = async (
  bucket: Bucket,
  next: NextImport,
  force: boolean,
): Promise<boolean> => {
  try {
    const interrupted = await readUnfinishedImport(bucket);
    if (interrupted && !force && !completes(next, interrupted)) throw new InterruptedImport(interrupted);
    return interrupted !== undefined;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    if (force) return true;
    throw new InterruptedImport(undefined, { cause });
  }
};

/**
 * Runs `write` under a mark, which holds back publications. The mark stays if `write` fails, or if a refused import has
 * not completed an interrupted one; so does that of another import that began meanwhile. Throws StoreUnavailable, and
 * what `write` throws.
 */
export const underImportMark = async <Stored extends { readonly summary: Pick<ImportSummary, 'refused'> }>(
  bucket: Bucket,
  { followsInterrupted: follows, ...mark }: BegunMark & { readonly followsInterrupted: boolean },
  write: () => Promise<Stored>,
): Promise<Stored> => {
  const markEnded = await markImportBegun(bucket, mark);
  const stored = await write();
  if (!(stored.summary.refused && follows)) await markEnded();
  return stored;
};
