import { lastImportKey } from '../../domain/location/publication/object-keys.ts';
import type { PublishedKind } from '../../domain/location/publication/publication.ts';
import type { Bucket } from '../objects/bucket.ts';
import { DamagedPublication } from '../publishing/damaged-publication.ts';
import {
  type ImportMark,
  markImportBegun,
  markImportEnded,
  readLastImport,
  readUnfinishedImport,
} from '../publishing/import-mark.ts';
import type { ImportMode } from './import-mode.ts';
import type { ImportSummary } from './import-summary.ts';
import type { ImportKind } from './record-kind.ts';

/** Whether records of a kind reach clients only through a publication, which must never contain half an import. */
export const isPublished = (kind: ImportKind): kind is PublishedKind =>
  kind === 'locations' || kind === 'services';

/** Import of a published kind, as in its mark. */
export interface MarkedImport {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly startedAt: string;
  /** Identity of its files, the same if they are imported again; absent if unknown, as for a pipe. */
  readonly file?: string | undefined;
}

/** Import, or restore, that is about to begin. */
type NextImport = Omit<MarkedImport, 'startedAt'> & Pick<ImportMark, 'restoredFrom'>;

const whatIsHalf = ({ kind, startedAt, restoredFrom }: ImportMark): string =>
  restoredFrom === undefined
    ? `the import of ${kind} that began at ${startedAt} stopped half-way, and what is stored may be neither its file nor what was there before`
    : `the restore of ${kind} from the table ${restoredFrom} that began at ${startedAt} stopped half-way, or is running still`;

/** An earlier import stopped halfway, or may have, and the new import would not repair that. */
export class UnmendedImport extends Error {
  override readonly name = 'UnmendedImport';
  /** Mark of the unfinished import; undefined if it cannot be read. */
  readonly half: ImportMark | undefined;

  constructor(half: ImportMark | undefined, options?: ErrorOptions) {
    super(
      half ? whatIsHalf(half) : `${lastImportKey} is damaged; it may name an import that stopped half-way`,
      options,
    );
    this.half = half;
  }
}

/** Whether the import repeats a merge; any other merge would leave it half done. */
const repeats = ({ mode, file }: NextImport, half: ImportMark): boolean =>
  mode === 'merge' && half.mode === 'merge' && file !== undefined && file === half.file;

/** Whether both are restores: each copies whole records that are missing, and so none leaves another half done. */
const restoresToo = ({ restoredFrom }: NextImport, half: ImportMark): boolean =>
  restoredFrom !== undefined && half.restoredFrom !== undefined;

/**
 * Whether the next import repairs an unfinished one: any replacement of its kind does, but a merge only if it merges
 * the same file again, and a restore only if that was a restore too.
 */
const mends = (next: NextImport, half: ImportMark): boolean =>
  half.kind === next.kind && (next.mode === 'replace' || repeats(next, half) || restoresToo(next, half));

/**
 * Returns whether an earlier import stopped halfway, which the new one repairs or is forced to ignore. Throws
 * UnmendedImport or StoreUnavailable.
 */
export const comesAfterHalf = async (bucket: Bucket, next: NextImport, force: boolean): Promise<boolean> => {
  try {
    const half = await readUnfinishedImport(bucket);
    if (half && !force && !mends(next, half)) throw new UnmendedImport(half);
    return half !== undefined;
  } catch (cause) {
    if (!(cause instanceof DamagedPublication)) throw cause;
    if (force) return true;
    throw new UnmendedImport(undefined, { cause });
  }
};

/** Whether no other import of a published kind has begun since. Throws StoreUnavailable. */
export const isStillMarked = async (
  bucket: Bucket,
  { kind, startedAt }: Pick<MarkedImport, 'kind' | 'startedAt'>,
): Promise<boolean> => {
  try {
    const { mark } = await readLastImport(bucket);
    return mark?.kind === kind && mark.startedAt === startedAt;
  } catch (error) {
    if (error instanceof DamagedPublication) return false;
    throw error;
  }
};

/**
 * Runs `write` under a mark, which holds back publications. The mark stays if `write` fails, or if a refused import has
 * not repaired an earlier half; so does that of another import that began meanwhile. Throws StoreUnavailable, and what `write` throws.
 */
export const underImportMark = async <Stored extends { readonly summary: Pick<ImportSummary, 'refused'> }>(
  bucket: Bucket,
  { afterHalf, ...mark }: MarkedImport & { readonly afterHalf: boolean },
  write: () => Promise<Stored>,
): Promise<Stored> => {
  const begun = await markImportBegun(bucket, mark);
  const stored = await write();
  const stillHalf = stored.summary.refused && afterHalf;
  if (!stillHalf) await markImportEnded(bucket, mark, begun, new Date());
  return stored;
};
