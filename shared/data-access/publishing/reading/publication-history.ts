import * as z from 'zod/mini';
import { dayMilliseconds } from '../../../domain/location/hours/calendar-day.ts';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { storedFile } from './published-manifest.ts';

/** Versions and the changes of each, by which a client with an older version finds the way to the newest. */
export const publicationHistory = z.object({
  /** Oldest first; only versions whose files are still kept. */
  entries: z.array(
    z.object({
      version: publicationVersion,
      publishedAt: z.iso.datetime(),
      /** File of the changes that led to this version; absent if it changed nothing. */
      changes: z.optional(storedFile),
    }),
  ),
});
export type PublicationHistory = z.infer<typeof publicationHistory>;

/** Next entry of a history. */
export interface NextEntry {
  readonly history: PublicationHistory;
  readonly entry: PublicationHistory['entries'][number];
  /** Days for which a version is kept after its successor was published. */
  readonly keptDays: number;
}

/** Adds a version to a history, and removes versions superseded too long ago. */
export const nextHistory = ({ history, entry, keptDays }: NextEntry): PublicationHistory => {
  const oldest = Date.parse(entry.publishedAt) - keptDays * dayMilliseconds;
  const all = [...history.entries, entry];
  const followedAt = (index: number) => Date.parse(all[index + 1]?.publishedAt ?? entry.publishedAt);
  return { entries: all.filter((_entry, index) => followedAt(index) > oldest) };
};
