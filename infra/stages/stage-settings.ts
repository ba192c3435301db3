import * as z from 'zod';
import { plans } from '../../shared/domain/access/api-key.ts';
import { maxUncheckedSeconds } from '../../shared/domain/publication/check-grace.ts';
import { domainOf } from './domain-settings.ts';
import { portalOfStage } from './portal-of-stage.ts';

const megabytes = z.int().min(128).max(10_240);

/** How often the clients of one plan may ask, each of them for itself. */
const throttle = z.strictObject({ ratePerSecond: z.int().min(1), burst: z.int().min(1) });

/** What was changed must be answered with so soon, and a publication must be expected to take so long. */
const promisedSeconds = 60;
const publicationSeconds = 15;

/** Where an account of AWS has a stage. */
const environment = z.strictObject({
  account: z.string().regex(/^\d{12}$/, 'the 12 digits of an AWS account'),
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region of AWS, such as ap-southeast-2'),
});

const settings = z.strictObject({
  name: z.enum(['dev', 'prod', 'local']),
  /** The account and region that it belongs into; whichever the deployment's credentials are for where absent. */
  environment: environment.optional(),
  /** The address that clients know the API by, its certificate in the stage's own region; API Gateway's serves where this is absent. */
  domain: domainOf().optional(),
  portal: portalOfStage,
  /** Who is told of alarms. Each address is asked once whether it wants to be. */
  alarmEmails: z.array(z.email()).max(20),
  /** Whether AWS WAF stands before the API: managed rules and a limit by address, about 10 dollars a month and 0.60 a million. */
  firewall: z.boolean(),
  /**
   * How a new version of a function takes over. It is taken back where an alarm rises meanwhile: all at once, it has
   * taken over before any can.
   */
  trafficShift: z.enum(['AllAtOnce', 'Canary10Percent5Minutes', 'Linear10PercentEvery1Minute']),
  /** Instances of each function that are kept warm, and paid for all the time. */
  provisionedConcurrency: z.strictObject({
    authoriser: z.int().min(0).max(1000),
    /** Of each function that holds the published catalogue. */
    catalogue: z.int().min(0).max(1000),
  }),
  /**
   * The most instances of each function that writes a table for clients, so that a flood of them cannot use up the
   * account's. AWS insists on 100 that are nobody's: a new account has not so many.
   */
  writersReservedConcurrency: z.int().min(1).max(1000).optional(),
  /** Whether X-Ray traces the functions. The API itself is never traced, as its traces would have the queries of requests. */
  tracing: z.boolean(),
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
  /** After how many days an enquiry is deleted: it is personal data. DynamoDB takes some days more. */
  enquiryRetentionDays: z.int().min(1).max(3650),
  /** What becomes of the stores when the stack goes. */
  storesOutliveStack: z.boolean(),
  logLevel: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR']),
  logRetentionDays: z.literal([7, 30, 90]),
  memoryMegabytes: z.strictObject({
    /** Functions that ask a table, or nothing at all. They would do with half, and take twice as long to start. */
    standard: megabytes,
    /** Functions that hold the whole published catalogue: as much for their part of a processor as for the memory. */
    catalogue: megabytes,
    /** The publisher holds the records of the network, some 300 MB for 21,000 locations; from 1,769 MB Lambda gives it a whole processor. */
    publisher: megabytes,
    /** The importer holds the keys of all records in memory, 230 bytes each. */
    importer: megabytes,
  }),
});

/** What differs from one deployment to another. */
export const stageSettings = settings.refine(
  ({ changeWindowSeconds, catalogueCheckSeconds }) =>
    changeWindowSeconds + publicationSeconds + maxUncheckedSeconds(catalogueCheckSeconds) <= promisedSeconds,
  {
    path: ['changeWindowSeconds'],
    error:
      `changeWindowSeconds and catalogueCheckSeconds, with the grace of a check, must leave ${publicationSeconds} ` +
      `seconds for a publication within the ${promisedSeconds} in which a change is promised`,
  },
);
export type StageSettings = z.infer<typeof stageSettings>;
export type StageName = StageSettings['name'];
