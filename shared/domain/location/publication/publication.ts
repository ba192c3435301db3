import * as z from 'zod';
import { publicationVersion } from './publication-version.ts';

/** What is published, by the names that operators import it by. */
const publishedKinds = ['locations', 'services'] as const;
export type PublishedKind = (typeof publishedKinds)[number];

/** What the publisher is asked; `force` lets a network pass that is implausible, or half an import. */
export const publicationRequest = z.lazy(() =>
  z.object({
    /** For the log and the record of runs: who or what asked. */
    reason: z.string().max(200).optional(),
    force: z.boolean().optional(),
    /** Publishes nothing where nothing differs from what is published, not even the hours of the coming days anew. */
    onlyChanges: z.boolean().optional(),
    /** Any number of these may be gone: those that are published are a sample, which nobody misses. */
    mayLose: z.enum(publishedKinds).optional(),
  }),
);
export type PublicationRequest = z.infer<typeof publicationRequest>;

/**
 * How many locations differ from the version before; a service that changed changes all that offer it. None do where
 * there is no version before that could be compared with.
 */
export const changeCounts = z.lazy(() =>
  z.object({ added: z.int().min(0), changed: z.int().min(0), removed: z.int().min(0) }),
);
export type ChangeCounts = z.infer<typeof changeCounts>;

/** What one version of the network consists of. */
export const networkCounts = z.lazy(() =>
  z.object({ locations: z.int().min(0), capabilities: z.int().min(0) }),
);
export type NetworkCounts = z.infer<typeof networkCounts>;

/** What became of a publication, as the publisher function returns it. What fails is thrown instead. */
export const publicationResult = z.lazy(() => {
  const versionFacts = { version: publicationVersion, ...networkCounts.unwrap().shape };
  return z.discriminatedUnion('status', [
    z.object({
      status: z.literal('published'),
      ...versionFacts,
      /** Rows of the tables that could not be read as a record and were left out. */
      skippedRows: z.int().min(0),
      changes: changeCounts,
    }),
    /** Asked for because of a change that had been read before, or makes no difference to what is published. */
    z.object({ status: z.literal('unchanged'), ...versionFacts }),
    /** A run that began later, and so read at least as new data, was faster: `version` is what it published. */
    z.object({ status: z.literal('superseded'), ...versionFacts }),
    /** Another run is publishing, and has the lease until then at most. */
    z.object({ status: z.literal('busy'), until: z.iso.datetime() }),
    /** An import has begun to write and has not come to its end: what is stored is half of it. */
    z.object({
      status: z.literal('held'),
      /** `unknown`, and begun nobody knows when, where its mark cannot be read. */
      kind: z.string(),
      startedAt: z.string().optional(),
    }),
    /** What is stored is implausible, and stays unpublished unless forced. */
    z.object({
      status: z.literal('refused'),
      why: z.string(),
      locations: z.int().min(0),
      formerLocations: z.int().min(0),
    }),
  ]);
});
export type PublicationResult = z.infer<typeof publicationResult>;
