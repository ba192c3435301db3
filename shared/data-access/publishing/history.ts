import * as z from 'zod/mini';
import { dayMilliseconds } from '../../domain/location/hours/calendar.ts';
import { publicationVersion } from '../../domain/publication/publication-version.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { readStoredJson, type StoredFile, storedFile, versionKeys } from './manifest.ts';

/**
 * Maximum number of positions in a history. From any position, at most 25 files lead to the newest version, unless there
 * were large imports, whose changes are not joined.
 */
const maxPositions = 4_096;

/** Kept versions, and the files of changes that lead from each of them to the newest version. */
const publicationHistory = z.object({
  /** Oldest first. */
  entries: z.array(
    z.object({
      version: publicationVersion,
      publishedAt: z.iso.datetime(),
      /** Number of versions that changed anything, up to and including this one. */
      position: z.int().check(z.minimum(0)),
      /** Files that lead to this version from 1, 2, 4, 8, … positions before. Empty if the version changed nothing. */
      steps: z.array(z.omit(storedFile, { key: true })),
    }),
  ),
});
export type PublicationHistory = z.infer<typeof publicationHistory>;
type HistoryEntry = PublicationHistory['entries'][number];

/** Reads the history file of a manifest. Throws StoreUnavailable or DamagedPublication. */
export const readHistory = (bucket: ReadableBucket, file: StoredFile): Promise<PublicationHistory> =>
  readStoredJson(bucket, file, publicationHistory);

const newestPosition = ({ entries }: PublicationHistory): number => entries.at(-1)?.position ?? 0;

/**
 * Returns the files to join with the changes that lead to the next position. Joined with the first file, those changes
 * lead from two positions before; with the second file as well, from four; and so on. Each position has a file for each power of
 * two that divides it. A client that takes the longest steps climbs and descends the powers of two, each at most twice.
 */
export const filesToJoin = (history: PublicationHistory): readonly StoredFile[] => {
  const end = newestPosition(history) + 1;
  const files: StoredFile[] = [];
  for (let half = 1; end % (2 * half) === 0; half *= 2) {
    const start = history.entries.some(({ position }) => position === end - 2 * half);
    const file = stepTo(history, end - half, half);
    if (!start || !file) break;
    files.push(file);
  }
  return files;
};

/**
 * Returns the history with a version added. Versions that were superseded more than `keptDays` days ago, or are more
 * than 4,096 positions back, are removed.
 */
export const nextHistory = (
  history: PublicationHistory,
  { version, publishedAt, steps }: Omit<HistoryEntry, 'position'>,
  keptDays: number,
): PublicationHistory => {
  const position = newestPosition(history) + (steps.length > 0 ? 1 : 0);
  const measured = steps.map(({ bytes, sha256 }) => ({ bytes, sha256 }));
  const all = [...history.entries, { version, publishedAt, position, steps: measured }];
  const oldest = Date.parse(publishedAt) - keptDays * dayMilliseconds;
  const followedAt = (index: number) => Date.parse(all[index + 1]?.publishedAt ?? publishedAt);
  const firstKept = all.findIndex(
    (entry, index) => position - entry.position <= maxPositions && followedAt(index) > oldest,
  );
  return { entries: all.slice(firstKept) };
};

/** Whether the history will still contain `version` after another changed version has been published. */
export const willKeepVersion = (
  history: PublicationHistory,
  version: string,
  publishedAt: string,
  keptDays: number,
): boolean => {
  const next = { version: '', publishedAt, steps: [{ bytes: 1, sha256: '' }] };
  return nextHistory(history, next, keptDays).entries.some((entry) => entry.version === version);
};

/**
 * Returns the file with the longest step from a client's version, or `noChanges` if nothing has changed since;
 * undefined if the history does not contain the version.
 */
export const changesFileAfter = (
  version: string,
  history: PublicationHistory,
  noChanges: StoredFile,
): StoredFile | undefined => {
  const start = history.entries.find((entry) => entry.version === version)?.position;
  if (start === undefined) return undefined;
  let longest: StoredFile | undefined;
  const reach = newestPosition(history) - start;
  for (let length = 1; length <= reach; length *= 2) {
    longest = stepTo(history, start + length, length) ?? longest;
  }
  return longest ?? noChanges;
};

/** Returns the file that leads to position `end` from `length` positions before. */
const stepTo = ({ entries }: PublicationHistory, end: number, length: number): StoredFile | undefined => {
  const entry = entries.find(({ position, steps }) => position === end && steps.length > 0);
  const step = entry?.steps[Math.log2(length)];
  return entry && step && { key: versionKeys(entry.version).changes(length), ...step };
};
