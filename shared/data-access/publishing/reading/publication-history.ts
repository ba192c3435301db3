import * as z from 'zod';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';

/** Which versions there were, and what each changed: how a partner who has one of them finds the way to the newest. */
export const publicationHistory = z.object({
  /** Oldest first; only versions whose files are still kept. */
  entries: z.array(
    z.object({
      version: publicationVersion,
      publishedAt: z.iso.datetime(),
      /** File of the changes that led to this version; absent where it changed nothing. */
      changesKey: z.string().min(1).optional(),
    }),
  ),
});
export type PublicationHistory = z.infer<typeof publicationHistory>;

const dayMilliseconds = 86_400_000;

/** How a history goes on. */
export interface NextEntry {
  readonly history: PublicationHistory;
  readonly entry: PublicationHistory['entries'][number];
  /** How many days a version is kept after the one that followed it. */
  readonly keptDays: number;
}

/** The history with one version more, without those that were followed by another too long ago. */
export const nextHistory = ({ history, entry, keptDays }: NextEntry): PublicationHistory => {
  const oldest = Date.parse(entry.publishedAt) - keptDays * dayMilliseconds;
  const all = [...history.entries, entry];
  const followedAt = (index: number) => Date.parse(all[index + 1]?.publishedAt ?? entry.publishedAt);
  return { entries: all.filter((_entry, index) => followedAt(index) > oldest) };
};
