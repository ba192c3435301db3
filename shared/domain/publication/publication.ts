import * as z from 'zod/mini';
import { publicationVersion } from './publication-version.ts';

const publishedKinds = ['locations', 'services', 'parcel-limits', 'places'] as const;
export type PublishedKind = (typeof publishedKinds)[number];

/** Kinds of record whose large losses are published only if forced. */
const guardedKinds = ['locations', 'services'] as const;
export type GuardedKind = (typeof guardedKinds)[number];

/** Whether records of this kind are published. A publication must never contain half an import. */
export const isPublished = (kind: string): kind is PublishedKind =>
  publishedKinds.some((each) => each === kind);

export const isGuarded = (kind: string): kind is GuardedKind => guardedKinds.some((each) => each === kind);

/**
 * Whether more than 10 % of the published records of a kind have been removed, even if others were added. Post offices
 * close one by one, so a large loss indicates a faulty feed or import.
 */
export const isImplausibleLoss = (gone: number, published: number): boolean => gone * 10 > published;

const percent = z.number().check(z.minimum(0), z.maximum(100));

/**
 * Percentages of all published locations, and of the locations of each type, that may change between two full exports.
 * If more locations change, the import is probably faulty, and is published only if forced.
 */
export const changeLimits = z.strictObject({
  /** Locations whose usual week changes. Special hours on dates do not count. */
  hours: percent,
  /** Locations that move by more than 1 km. */
  positions: percent,
  /** Locations that no longer offer a service. */
  services: percent,
  /** Locations whose name changes. */
  names: percent,
});
export type ChangeLimits = z.infer<typeof changeLimits>;

const operatorText = z.string().check(z.minLength(1), z.maxLength(500));

/** A rollback, which blocks publications until an operator runs `waypost publish`. */
export const rollbackHold = z.object({
  /** Retained version whose records are published again. */
  to: publicationVersion,
  startedAt: z.iso.datetime(),
  /** Who rolled back: an ARN on AWS, `user@host` on one machine. */
  by: operatorText,
  reason: z.optional(operatorText),
});
export type RollbackHold = z.infer<typeof rollbackHold>;

/** Request to the publisher. `force` publishes even an implausible network or an unfinished import. */
export const publicationRequest = z.object({
  /** Origin of the request, for the log and the record of runs. */
  reason: z.optional(z.string().check(z.maxLength(200))),
  force: z.optional(z.boolean()),
  /** Whether to skip the publication if no record has changed, even though current hours change every day. */
  onlyChanges: z.optional(z.boolean()),
  /** Codes of locations that were changed manually. Only these are read, and the full exports follow on schedule. */
  changed: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.minLength(1))),
  /** Kind of record whose loss is not checked, because an import was forced or replaces the sample. */
  mayLose: z.optional(z.enum(guardedKinds)),
  /**
   * Retained version to publish instead of the current tables. Publishing from the tables is then blocked until the
   * rollback ends.
   */
  rollback: z.optional(z.omit(rollbackHold, { startedAt: true })),
  /** Whether to end a rollback that blocks publications, and publish the tables. */
  endRollback: z.optional(z.boolean()),
});
export type PublicationRequest = z.infer<typeof publicationRequest>;

/**
 * Numbers of locations that differ from the previous version. A changed service changes all locations that offer it.
 * All numbers are 0 if there is no previous version to compare with.
 */
export const changeCounts = z.object({
  added: z.int().check(z.minimum(0)),
  changed: z.int().check(z.minimum(0)),
  removed: z.int().check(z.minimum(0)),
});
export type ChangeCounts = z.infer<typeof changeCounts>;

export const networkCounts = z.object({
  locations: z.int().check(z.minimum(0)),
  capabilities: z.int().check(z.minimum(0)),
});

/** Change that a rejected publication would make to one location. */
const refusalExample = z.object({
  /** Location code, or `service` with its code. */
  id: z.string(),
  change: z.enum(['removed', 'hours', 'positions', 'services', 'names']),
  before: z.string(),
  after: z.string(),
});
export type RefusalExample = z.infer<typeof refusalExample>;

/** Result of a publication, as the publisher function returns it. Failures are thrown instead. */
export const publicationResult = z.lazy(() => {
  const versionFacts = { version: publicationVersion, ...networkCounts.shape };
  return z.discriminatedUnion('status', [
    z.object({
      status: z.literal('published'),
      ...versionFacts,
      /** Whether the full exports were written too. A run for changed rows does not write them. */
      full: z.boolean(),
      /** Number of invalid rows, which were skipped. */
      skippedRows: z.int().check(z.minimum(0)),
      changes: changeCounts,
    }),
    /** The content of the tables is already published. */
    z.object({ status: z.literal('unchanged'), ...versionFacts }),
    /** A run that started later, and so read data at least as new, finished first and published `version`. */
    z.object({ status: z.literal('superseded'), ...versionFacts }),
    /** Another run is publishing; its lease expires by `until`. */
    z.object({ status: z.literal('busy'), until: z.iso.datetime() }),
    /**
     * An import or a restore is unfinished, or was unfinished while the tables were read, so the data may be
     * incomplete. Alternatively, a rollback blocks publications, and `kind` is `rollback`.
     */
    z.object({
      status: z.literal('held'),
      /** `unknown`, without `startedAt`, if the marker of the import or the record of the rollback cannot be read. */
      kind: z.string(),
      rollback: z.optional(rollbackHold),
      startedAt: z.optional(z.string()),
      /** Table that a restore copies from; absent for imports. */
      restoredFrom: z.optional(z.string()),
      /** Absent if the import or restore is unfinished. */
      endedAt: z.optional(z.string()),
    }),
    /** The network in the tables is implausible, and is published only if forced. */
    z.object({
      status: z.literal('refused'),
      why: z.string(),
      locations: z.int().check(z.minimum(0)),
      previousLocations: z.int().check(z.minimum(0)),
      /**
       * At most 10 changes. Empty in results from an older publisher, and if `why` does not concern single locations.
       */
      examples: z._default(z.array(refusalExample), []),
    }),
  ]);
});
export type PublicationResult = z.infer<typeof publicationResult>;
