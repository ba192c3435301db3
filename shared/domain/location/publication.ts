import * as z from 'zod';
import { publicationVersion } from './publication-version.ts';

/** What the publisher is told; `force` lets a network pass that is implausible: empty, or full of bad rows. */
export const publicationRequest = z.object({
  /** For the log: who or what asked. */
  reason: z.string().max(200).optional(),
  force: z.boolean().optional(),
});
export type PublicationRequest = z.infer<typeof publicationRequest>;

const counted = { version: publicationVersion, locations: z.int().min(0), capabilities: z.int().min(0) };

/**
 * What became of a publication, as the publisher function returns it. `superseded` is no failure: another run that
 * began later, and so read at least as new data, was faster, and `version` is the one that it published.
 */
export const publicationResult = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('published'),
    ...counted,
    /** Rows of the tables that could not be read as a record and were left out. */
    skippedRows: z.int().min(0),
  }),
  z.object({ status: z.literal('superseded'), ...counted }),
]);
export type PublicationResult = z.infer<typeof publicationResult>;
