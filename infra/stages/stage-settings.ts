import * as z from 'zod';
import { plans } from '../../shared/domain/access/api-key.ts';

const megabytes = z.int().min(128).max(10_240);

/** How often the clients of one plan may ask, each of them for itself. */
const throttle = z.object({ ratePerSecond: z.int().min(1), burst: z.int().min(1) });

/** What was changed must be answered with so soon, and a publication must be expected to take so long. */
const promisedSeconds = 60;
const publicationSeconds = 15;

const settings = z.object({
  name: z.enum(['dev', 'prod', 'local']),
  /** By plan; a plan without a throttle is bounded by the account alone. */
  throttleOf: z.partialRecord(z.enum(plans), throttle),
  /** How long the gateway remembers a key's answer, and so how long a revoked key may still work. */
  authoriserCacheSeconds: z.int().min(0).max(3600),
  /** How often a function instance asks for a newer catalogue at most. */
  catalogueCheckSeconds: z.int().min(0),
  /**
   * How often the catalogue is published whether or not anything changed. Lambda keeps an invocation that waits for
   * its turn for six hours at most, and alarms count in steps of ten minutes over twice the time.
   */
  publishEveryMinutes: z.int().min(5).max(360).multipleOf(5),
  /** How long changes of a table are gathered before they are published together: five minutes at most. */
  changeWindowSeconds: z.int().min(0).max(300),
  /** How long the files of a version that is no longer served are kept. */
  supersededVersionDays: z.int().min(1),
  /** What becomes of the stores when the stack goes. */
  storesOutliveStack: z.boolean(),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  logRetentionDays: z.union([z.literal(7), z.literal(30), z.literal(90)]),
  memoryMegabytes: z.object({
    /** Functions that ask a table, or nothing at all. */
    standard: megabytes,
    /** Functions that hold the whole published catalogue. */
    catalogue: megabytes,
    /** The publisher stages the network in a temporary file and holds the snapshot; from 1,769 MB Lambda gives it a whole processor. */
    publisher: megabytes,
  }),
});

/** What differs from one deployment to another. */
export const stageSettings = settings.refine(
  ({ changeWindowSeconds, catalogueCheckSeconds }) =>
    changeWindowSeconds + publicationSeconds + catalogueCheckSeconds <= promisedSeconds,
  {
    path: ['changeWindowSeconds'],
    error:
      `changeWindowSeconds and catalogueCheckSeconds must leave ${publicationSeconds} seconds for a publication ` +
      `within the ${promisedSeconds} in which a change is promised`,
  },
);
export type StageSettings = z.infer<typeof stageSettings>;
export type StageName = StageSettings['name'];
