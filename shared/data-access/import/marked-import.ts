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
} from '../publishing/runs/import-mark.ts';
import type { ImportMode } from './import-mode.ts';
import type { ImportSummary } from './import-summary.ts';
import type { ImportKind } from './record-kind.ts';

/** Clients see what is stored of these kinds only once the publisher has published it: never half of it. */
export const isPublished = (kind: ImportKind): kind is PublishedKind =>
  kind === 'locations' || kind === 'services';

/** An import of a published kind, as its mark tells of it. */
export interface MarkedImport {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly startedAt: string;
  /** The same where its file, or files, come again; absent where nobody can tell, as of a pipe. */
  readonly file?: string | undefined;
}

/** An earlier import stopped half-way, or may have, and the one that is to begin would not mend that. */
export class UnmendedImport extends Error {
  override readonly name = 'UnmendedImport';
  /** Undefined where the mark cannot be read. */
  readonly half: ImportMark | undefined;

  constructor(half: ImportMark | undefined, options?: ErrorOptions) {
    super(
      half
        ? `the import of ${half.kind} that began at ${half.startedAt} stopped half-way, and what is stored may be neither its file nor what was there before`
        : `${lastImportKey} is damaged; it may name an import that stopped half-way`,
      options,
    );
    this.half = half;
  }
}

/** A merge that is repeated. What another brings leaves the half of this one a half. */
const repeats = ({ mode, file }: Pick<MarkedImport, 'mode' | 'file'>, half: ImportMark): boolean =>
  mode === 'merge' && half.mode === 'merge' && file !== undefined && file === half.file;

/** A replacement mends any half of its kind; a merge only that of the same file, merged as well. */
const mends = (next: Pick<MarkedImport, 'kind' | 'mode' | 'file'>, half: ImportMark): boolean =>
  half.kind === next.kind && (next.mode === 'replace' || repeats(next, half));

/**
 * Whether an earlier import stopped half-way, which the one that is to begin will mend, or is forced to disregard.
 * Throws UnmendedImport or StoreUnavailable.
 */
export const comesAfterHalf = async (
  bucket: Bucket,
  next: Pick<MarkedImport, 'kind' | 'mode' | 'file'>,
  force: boolean,
): Promise<boolean> => {
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

/** Whether no other import of a published kind has begun since this one. Throws StoreUnavailable. */
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
 * Writes under a mark, which keeps publications back. It stays where the writing does not come to its end, and where
 * a former half was there that a refused import has not mended. Throws StoreUnavailable, and what `write` throws.
 */
export const underImportMark = async <Stored extends { readonly summary: Pick<ImportSummary, 'refused'> }>(
  bucket: Bucket,
  { afterHalf, ...mark }: MarkedImport & { readonly afterHalf: boolean },
  write: () => Promise<Stored>,
): Promise<Stored> => {
  await markImportBegun(bucket, mark);
  const stored = await write();
  const stillHalf = stored.summary.refused && afterHalf;
  if (!stillHalf) await markImportEnded(bucket, mark, new Date());
  return stored;
};
