import * as z from 'zod/mini';
import { lastImportKey } from '../../domain/publication/object-keys.ts';
import { type Bucket, readJson } from '../objects/bucket.ts';
import { putJson } from '../objects/sdk-bucket.ts';
import { DamagedPublication } from '../publishing/manifest.ts';
import { importModes } from './import-kinds.ts';

/** Schema of `last-import.json`. */
export const importMark = z.object({
  kind: z.string().check(z.minLength(1)),
  mode: z.enum(importModes),
  startedAt: z.iso.datetime(),
  /** Identity of the source files; absent if unknown. */
  file: z.optional(z.string().check(z.minLength(1))),
  /** Table that a restore copies from; absent for imports. */
  restoredFrom: z.optional(z.string().check(z.minLength(1))),
  /** End of the import; absent if it is running or was interrupted. */
  endedAt: z.optional(z.iso.datetime()),
  /**
   * Time when the mark was restored after another import. It gives the mark a new tag, from which a publication that
   * was reading the tables meanwhile notices the import.
   */
  restoredAt: z.optional(z.iso.datetime()),
  /** Mark of an interrupted import of another kind, which this import does not complete. */
  get interrupted() {
    return z.optional(importMark);
  },
});
/** Mark of an import or restore that has started to write to the tables. */
export type ImportMark = z.infer<typeof importMark>;

type StartedMark = Omit<ImportMark, 'endedAt' | 'restoredAt'>;

/**
 * Reads the marker of the last import, if any, and its tag, which changes whenever an import starts or ends. Throws
 * StoreUnavailable, or DamagedPublication if the marker is invalid.
 */
export const readLastImport = async (bucket: Bucket): Promise<{ tag?: string; mark?: ImportMark }> => {
  const stored = await readJson(bucket, lastImportKey, importMark);
  if (stored?.error) throw new DamagedPublication(`${lastImportKey} cannot be read`, { cause: stored.error });
  return { tag: stored?.etag, mark: stored?.data };
};

/** Reads the marker of an unfinished import, which must not be published. Throws like readLastImport. */
export const readUnfinishedImport = async (bucket: Bucket): Promise<ImportMark | undefined> => {
  const { mark } = await readLastImport(bucket);
  return mark?.endedAt === undefined ? mark : undefined;
};

/**
 * Marks an import as started, which blocks unforced publications. The returned function marks it as ended or, if the
 * tables are still incomplete, restores the mark of an interrupted import. If another import has started since, for
 * which publications wait, it only returns false. Both throw StoreUnavailable.
 */
export const markImportStarted = async (
  bucket: Bucket,
  mark: StartedMark,
): Promise<(interrupted?: ImportMark | null) => Promise<boolean>> => {
  const begun = await putMark(bucket, mark);
  return async (interrupted) => {
    const now = new Date().toISOString();
    const last = interrupted ? { ...interrupted, restoredAt: now } : { ...mark, endedAt: now };
    if ((await putMark(bucket, last, begun)) !== undefined) return true;
    // The SDK retries a write whose response was lost, and the retry then conflicts with the first attempt.
    const stored = await readIntactMark(bucket);
    return isSameImport(stored, last) && now === (stored?.restoredAt ?? stored?.endedAt);
  };
};

const putMark = (bucket: Bucket, mark: ImportMark, replaces?: string) =>
  putJson(bucket, 'marking the import', { key: lastImportKey, content: importMark.parse(mark), replaces });

type Start = Pick<ImportMark, 'kind' | 'startedAt'>;

const isSameImport = (mark: ImportMark | undefined, { kind, startedAt }: Start): boolean =>
  mark?.kind === kind && mark.startedAt === startedAt;

/** Reads the marker of the last import; undefined if it is absent or invalid. Throws StoreUnavailable. */
const readIntactMark = async (bucket: Bucket): Promise<ImportMark | undefined> =>
  (await readJson(bucket, lastImportKey, importMark))?.data;

/** Whether no other import of a published kind has started since this one. Throws StoreUnavailable. */
export const isStillMarked = async (bucket: Bucket, start: Start): Promise<boolean> =>
  isSameImport(await readIntactMark(bucket), start);

type NextImport = Omit<StartedMark, 'startedAt'>;

/** An earlier import was, or may have been, interrupted, and the new import would not complete it. */
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
  if (!mark) return `${lastImportKey} is damaged, so an import may be incomplete`;
  const { kind, startedAt, restoredFrom } = mark;
  return restoredFrom === undefined
    ? `the import of ${kind} that started at ${startedAt} stopped halfway, so the stored records may be a mix of old and new ones`
    : `the restore of ${kind} from the table ${restoredFrom} that started at ${startedAt} stopped halfway or is still running`;
};

/**
 * Whether the next import completes an interrupted one: any replacement of the same kind, a merge of the same file, or,
 * as each restore copies all missing records, a restore after a restore.
 */
const completes = ({ kind, mode, file, restoredFrom }: NextImport, interrupted: ImportMark): boolean => {
  if (interrupted.kind !== kind) return false;
  if (mode === 'replace') return true;
  if (restoredFrom !== undefined && interrupted.restoredFrom !== undefined) return true;
  return interrupted.mode === 'merge' && file !== undefined && file === interrupted.file;
};

/**
 * Returns the mark of an interrupted import that the next one completes, or ignores by `force`; null if there is none,
 * or it is damaged. Throws InterruptedImport or StoreUnavailable.
 */
export const readInterrupted = async (
  bucket: Bucket,
  next: NextImport,
  force: boolean,
): Promise<ImportMark | null> => {
  try {
    const interrupted = await readUnfinishedImport(bucket);
    if (interrupted && !force && !completes(next, interrupted)) throw new InterruptedImport(interrupted);
    return interrupted ?? null;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    if (force) return null;
    throw new InterruptedImport(undefined, { cause });
  }
};

interface LineCounts {
  readonly read: number;
  readonly failed: number;
  /** Whether a replacement was rejected. */
  readonly refused: boolean;
}

/**
 * Runs `write` with a marker that blocks publications, and remains if `write` fails. The marker of an interrupted
 * import is restored if this import wrote nothing or is of another kind. Throws StoreUnavailable, and errors from
 * `write`.
 */
export const withImportMark = async <Stored extends { readonly summary: LineCounts }>(
  bucket: Bucket,
  { interrupted, ...mark }: Omit<StartedMark, 'interrupted'> & { readonly interrupted: ImportMark | null },
  write: () => Promise<Stored>,
): Promise<Stored> => {
  const ofOtherKinds = interruptedOfOtherKinds(interrupted, mark.kind);
  const endMark = await markImportStarted(bucket, { ...mark, interrupted: ofOtherKinds });
  const stored = await write();
  const { read, failed, refused } = stored.summary;
  const hasWritten = mark.mode === 'merge' ? read > failed : !refused;
  await endMark(hasWritten ? ofOtherKinds : interrupted);
  return stored;
};

/** Returns an interrupted import, and those that its mark contains, without the imports of one kind. */
const interruptedOfOtherKinds = (
  mark: ImportMark | null | undefined,
  kind: string,
): ImportMark | undefined => {
  if (!mark) return undefined;
  const interrupted = interruptedOfOtherKinds(mark.interrupted, kind);
  return mark.kind === kind ? interrupted : { ...mark, interrupted };
};
