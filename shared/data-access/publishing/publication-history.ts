import * as z from 'zod';
import { publicationVersion } from '../../domain/location/publication-version.ts';

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
