import * as z from 'zod';
import { maxUncheckedSeconds } from '../../shared/domain/publication/check-grace.ts';
import { changeLimits } from '../../shared/domain/publication/publication.ts';
import { requestLimits } from './limits.ts';

const megabytes = z.int().min(128).max(10_240);

/** Maximum time in seconds until clients see a change, including `publicationSeconds` for its publication. */
const maxChangeSeconds = 60;
const publicationSeconds = 15;

const environment = z.strictObject({
  account: z.string().regex(/^\d{12}$/, 'must be the 12 digits of an AWS account'),
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as ap-southeast-2'),
});

const hostName = z
  .string()
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'must be a host name in lower case, such as api.example.org',
  );

/** Schema of an ACM certificate's ARN, in the given region or, by default, in any region. */
const certificateIn = (region?: string) =>
  z
    .string()
    .regex(
      new RegExp(`^arn:aws[a-z-]*:acm:${region ?? '[a-z0-9-]+'}:\\d{12}:certificate/[0-9a-f-]{36}$`),
      `must be the ARN of an ACM certificate${region === undefined ? '' : ` in ${region}`}`,
    );

/** Schema of a custom domain, whose certificate must be in the given region. */
const domainOf = (certificateRegion?: string) =>
  z
    .strictObject({
      name: hostName,
      certificateArn: certificateIn(certificateRegion),
      /**
       * Public Route 53 zone to which records are added. If absent, add them to an external DNS manually. If you add
       * it to a bootstrapped stage, first deploy the stage's Permissions stack again.
       */
      hostedZone: z.strictObject({ id: z.string().regex(/^Z[0-9A-Z]{5,31}$/), name: hostName }).optional(),
    })
    .refine(
      ({ name, hostedZone }) =>
        !hostedZone || name.endsWith(`.${hostedZone.name}`) || name === hostedZone.name,
      { path: ['hostedZone', 'name'], error: "the domain's name must be in the hosted zone" },
    );

const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an address that begins with https://' });

const tileUrl = z
  .string()
  .regex(
    /^https:\/\/[a-z0-9.-]+(:\d+)?\/\S*\{z\}\S*$/,
    'must be https://host/… with the placeholders {z}, {x} and {y}, and none in the host',
  );

/** Map attribution in plain text, which the map's licence requires. */
const attribution = z.string().min(1);

/**
 * Street map: raster tiles, a MapLibre style, or an archive of vector tiles among the public objects of publications.
 */
const basemap = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('raster'),
    /** On high-density screens, `{r}` becomes `@2x`. */
    url: tileUrl,
    /** URL of dark tiles. */
    darkUrl: tileUrl.optional(),
    /**
     * Whether high-density screens get tiles of the next zoom level at half their size, for servers without `@2x`
     * tiles.
     */
    retina: z.boolean().optional(),
    attribution,
    maxZoom: z.int().min(3).max(22),
  }),
  z.strictObject({
    kind: z.literal('style'),
    url: z.url({ protocol: /^https$/ }),
    /** Additional origins from which the style loads tiles, fonts and icons. */
    origins: z.array(z.url({ protocol: /^https$/ }).transform((url) => new URL(url).origin)).optional(),
    attribution,
  }),
  z.strictObject({
    kind: z.literal('pmtiles'),
    path: z
      .string()
      .regex(/^\/map\/[\w.-]+\.pmtiles$/, 'must be the path of an archive, such as /map/streets-1.pmtiles'),
    attribution,
  }),
]);
export type BaseMapSettings = z.infer<typeof basemap>;

const portal = z
  .strictObject({
    /**
     * Custom domain of the portal, for which CloudFront requires a certificate in us-east-1. If absent, the portal has
     * CloudFront's address.
     */
    domain: domainOf('us-east-1').optional(),
    /** Email address of the team that issues keys. If absent, the pages refer to the team in words. */
    contact: z.email().optional(),
    support: httpsAddress.optional(),
    /** URL of the service status page. */
    status: httpsAddress.optional(),
    /** Street map for the locator. If absent, the locator shows only an outline of the country. */
    basemap: basemap.optional(),
    /**
     * Whether the portal has a page for each outlet, for search engines. This requires a domain, because search engines
     * must not list a CloudFront address.
     */
    outletPages: z.boolean().optional(),
  })
  .refine(({ outletPages, domain }) => !outletPages || domain !== undefined, {
    path: ['outletPages'],
    error: 'requires portal.domain, because search engines list the pages under a permanent address',
  });

const addresses = z.array(z.email()).max(20);

/** Email addresses to notify, by alarm urgency. Each address receives one confirmation email. */
const alarmEmails = z.strictObject({
  /** Addresses of the engineers on call, who act immediately, day and night. */
  page: addresses,
  /** Addresses of the team, which acts within a working day. */
  ticket: addresses,
});
/** How soon a person must act on an alarm: immediately, or within a working day. */
export type Urgency = keyof z.infer<typeof alarmEmails>;

/** Settings that differ between deployments. */
export const stageSettings = z
  .strictObject({
    name: z.enum(['dev', 'prod', 'local']),
    /** AWS account and region. If absent, they are taken from the credentials that deploy the stage. */
    environment: environment.optional(),
    /**
     * Custom domain of the API, with its certificate in the stage's region. If absent, the API has API Gateway's address.
     */
    domain: domainOf().optional(),
    portal,
    alarmEmails,
    /**
     * Expected rate of all requests, averaged over a day. An alarm is raised on a day that costs twice as much as
     * expected.
     */
    expectedRequestsPerSecond: z.number().positive().max(100_000),
    /**
     * Whether AWS WAF protects the API with managed rules and with limits per address and key. It costs about 10 dollars
     * a month and 0.60 dollars per million requests.
     */
    firewall: z.boolean(),
    /**
     * How traffic shifts to a new version of a function. An alarm during the shift rolls the version back. With
     * AllAtOnce, no alarm can be raised in time.
     */
    trafficShift: z.enum(['AllAtOnce', 'Canary10Percent5Minutes', 'Linear10PercentEvery1Minute']),
    /** Number of provisioned instances of each function. They are billed continuously. */
    provisionedConcurrency: z.strictObject({
      authoriser: z.int().min(0).max(1000),
      /** For each function that loads the published catalogue. */
      catalogue: z.int().min(0).max(1000),
    }),
    /**
     * Whether the concurrency in `limits.ts` is reserved, so that no flood of requests can use up the account's
     * concurrency. Requires an account quota of at least 800.
     */
    reserveConcurrency: z.boolean(),
    /** Whether X-Ray traces the functions. The API itself is never traced, because its traces would contain queries. */
    tracing: z.boolean(),
    /** Rate limits, defined in `limits.ts`. */
    limits: requestLimits,
    /**
     * How long API Gateway caches the authoriser's result for a key, and therefore how long a revoked key may still work.
     */
    authoriserCacheSeconds: z.int().min(0).max(3600),
    /** Minimum time between two checks for a newer catalogue by the same function instance. */
    catalogueCheckSeconds: z.int().min(0),
    /** Minimum time between two checks for newer availability reports by the same function instance. */
    availabilityCheckSeconds: z.int().min(1).max(5),
    /**
     * Sources of events about which work centres accept parcels, such as the telemetry of parcel lockers. Events from
     * other sources are ignored.
     */
    availabilitySources: z
      .array(
        z
          .string()
          .regex(
            /^(?!aws\.|waypost\.)[\w./-]{1,256}$/,
            'must be an event source that does not begin with aws. or waypost.',
          ),
      )
      .min(1),
    /**
     * How often the catalogue is published even if nothing has changed. At most 6 hours, because Lambda keeps a waiting
     * invocation no longer. A multiple of 5 minutes, because alarms use periods of 10 minutes over twice this time.
     */
    publishEveryMinutes: z.int().min(5).max(360).multipleOf(5),
    /** How long changes to a table are collected before they are published together. Lambda's maximum is 5 minutes. */
    changeWindowSeconds: z.int().min(0).max(300),
    /**
     * Maximum percentages of all published locations, and of the locations of each type, that may change their regular
     * hours, move by more than 1 km, lose a service or change their name between two full exports without `--force`.
     */
    changeLimits,
    /** How long the files of a version are kept after it has been superseded. */
    supersededVersionDays: z.int().min(1),
    /**
     * Days after which enquiries are deleted, because they are personal data. DynamoDB may take some days longer. A change
     * applies only to new enquiries.
     */
    enquiryRetentionDays: z.int().min(1).max(3650),
    /**
     * Daily backups of enquiries, keys, the audit trail and manual changes in a locked vault. If absent, there are none.
     * If you add them to a bootstrapped stage, first deploy its Permissions stack again.
     */
    backups: z
      .strictObject({
        /** ARN of a vault in another account or region to which each backup is copied. */
        copyTo: z
          .string()
          .regex(
            /^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[a-zA-Z0-9_-]{2,50}$/,
            'must be the ARN of an AWS Backup vault',
          )
          .optional(),
      })
      .optional(),
    /** Whether the stores and logs are retained when their stack is deleted. */
    storesOutliveStack: z.boolean(),
    logRetentionDays: z.literal([7, 30, 90]),
    memoryMegabytes: z.strictObject({
      /**
       * Memory of functions that read a table or no store. Half of it would be enough, but their cold starts would take
       * twice as long.
       */
      standard: megabytes,
      /**
       * Memory of functions that load the whole published catalogue. They need the CPU that comes with the memory as much
       * as the memory itself.
       */
      catalogue: megabytes,
      /**
       * Memory of the publisher, which needs about 300 MB for 21,000 locations. Lambda provides a whole CPU from 1,769
       * MB.
       */
      publisher: megabytes,
      /**
       * Memory of the importer, which holds about 410 bytes for each record of a full import of locations. So 1,769 MB are
       * enough for 3 million, and 4,096 MB for the maximum of 5 million.
       */
      importer: megabytes,
    }),
  })
  .refine(
    ({ changeWindowSeconds, catalogueCheckSeconds }) =>
      changeWindowSeconds + publicationSeconds + maxUncheckedSeconds(catalogueCheckSeconds) <=
      maxChangeSeconds,
    {
      path: ['changeWindowSeconds'],
      error:
        `changeWindowSeconds and catalogueCheckSeconds (with the grace period of a check) must leave ` +
        `${publicationSeconds} seconds for a publication within the ${maxChangeSeconds} seconds allowed for a change`,
    },
  );
export type StageSettings = z.infer<typeof stageSettings>;
export type StageName = StageSettings['name'];
export type DomainSettings = NonNullable<StageSettings['domain']>;

/** Returns the origin of the portal's outlet pages, or undefined if it has none. */
export const outletsOrigin = ({ portal: { outletPages, domain } }: StageSettings): string | undefined =>
  outletPages && domain ? `https://${domain.name}` : undefined;
