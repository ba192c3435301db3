import * as z from 'zod';
import { type Plan, plans } from '../../shared/domain/access/api-key.ts';

/** Token bucket that allows a burst of `burst` requests and refills at `ratePerSecond`. */
const throttle = z.strictObject({ ratePerSecond: z.int().min(1), burst: z.int().min(1) });
export type Throttle = z.infer<typeof throttle>;

const throttlesOfPlans = z.strictObject({
  standard: throttle,
  partner: throttle,
  unlimited: throttle,
  browser: throttle,
} satisfies Record<Plan, unknown>);

const operationLimits = z.strictObject({
  /** Throttles for each client, by plan. For plans without one, the throttle for the whole plan applies. */
  perClient: throttlesOfPlans.partial(),
  /** Throttle for all clients together (default: `eachMethod`). */
  together: throttle.optional(),
  /** Concurrency of the function on stages that reserve it. If absent, none is reserved. */
  reservedConcurrency: z.int().min(1).max(1000).optional(),
});
type OperationLimits = z.infer<typeof operationLimits>;

/** Throttle in short form: `[5, 10]` means 5 requests per second with a burst of 10. */
type Numbers = readonly [ratePerSecond: number, burst: number];

const toThrottle = ([ratePerSecond, burst]: Numbers): Throttle => ({ ratePerSecond, burst });

/**
 * Returns the limits of an operation: the throttle of each plan, the throttle for all clients together, and the
 * reserved concurrency. Only operations in the scope of browser keys have a throttle for them: see `withBrowser`.
 */
const limitsOf = (
  standard: Numbers,
  partner: Numbers,
  unlimited: Numbers,
  together: Numbers,
  reservedConcurrency?: number,
): OperationLimits => ({
  perClient: {
    standard: toThrottle(standard),
    partner: toThrottle(partner),
    unlimited: toThrottle(unlimited),
  },
  together: toThrottle(together),
  ...(reservedConcurrency !== undefined && { reservedConcurrency }),
});

/** Adds the throttle for browser keys to an operation's limits. */
const withBrowser = (limits: OperationLimits, browser: Numbers): OperationLimits => ({
  ...limits,
  perClient: { ...limits.perClient, browser: toThrottle(browser) },
});

/**
 * Returns the limits of an operation that needs no key. Its clients cannot be told apart, so they share one throttle.
 */
const openTo = (together: Numbers): OperationLimits => ({ perClient: {}, together: toThrottle(together) });

/** Limits of an operation that returns one record or a short list, from memory or by key. */
const lookup = limitsOf([100, 200], [500, 1000], [1000, 2000], [2000, 2500]);

/**
 * Limits of each operation on AWS. A route whose operation has no limits here does not compile. Throttles must take
 * effect before the function's reserved concurrency is used up: a throttle returns 429 to the clients that exceed it,
 * whereas exhausted concurrency returns 500 to everyone.
 */
const operations = {
  // Requests that do not filter by code read all billers.
  getBillerMetadaba: limitsOf([5, 10], [20, 40], [50, 100], [100, 200]),
  // Every request reads a table.
  getBillTypes: limitsOf([20, 40], [50, 100], [100, 200], [300, 600]),
  getBillerMetadabaByCode: lookup,
  // Low, so that a client cannot try many account numbers.
  validateBill: limitsOf([20, 40], [50, 100], [100, 200], [300, 600]),
  // Enquiries are stored for up to a year. A body of 128 KiB takes 250 write units.
  enquiry: limitsOf([2, 10], [5, 20], [5, 20], [50, 100], 50),
  ping: openTo([20, 40]),
  health: openTo([20, 40]),
  getGeoLocationsByPostCodeUsingGET: lookup,
  getGeoLocationsByWcidUsingGET: lookup,
  getGeoLocationsByDeliveryPointIdUsingGET: lookup,
  getPointsByLocationCodeUsingGET: lookup,
  // No client needs it often. The uncompressed response has up to 15 MB, for which a function needs 5 s: after 6 MB,
  // Lambda streams at most 2 MB/s.
  getPointsByTypeUsingGET: limitsOf([1, 5], [2, 5], [10, 20], [20, 40], 100),
  getGeoLocationsUsingGET: limitsOf([50, 100], [250, 500], [500, 1000], [1000, 2000], 200),
  getServicesUsingGET: lookup,
  getServicesByServiceCodesUsingGET: lookup,
  // An uncompressed page of 100 has up to 3 MB.
  getWorkCentres: withBrowser(limitsOf([10, 20], [50, 100], [200, 400], [300, 600], 200), [40, 80]),
  getWorkCentreByID: withBrowser(limitsOf([20, 40], [100, 200], [200, 400], [400, 800], 50), [50, 100]),
  // Each response is followed by a download.
  exportWorkCentres: limitsOf([20, 40], [100, 200], [200, 400], [400, 800]),
  getOperationalCapabilities: withBrowser(lookup, [50, 100]),
  // Called while visitors are typing.
  getPlaces: withBrowser(limitsOf([20, 40], [50, 100], [200, 400], [400, 800]), [50, 100]),
} satisfies Record<string, OperationLimits>;

export type OperationId = keyof typeof operations;

const operationIds = Object.keys(operations) as [OperationId, ...OperationId[]];

/** Limits of requests to a stage. */
export const requestLimits = z
  .strictObject({
    /**
     * Throttle for each client, by plan, on paths without an operation and operations without their own throttle. Browser
     * keys are public, so every stage must have a throttle for them.
     */
    perClient: throttlesOfPlans.partial({ standard: true, partner: true, unlimited: true }),
    operations: z.record(z.enum(operationIds), operationLimits),
    /** Throttle for all clients together, for each method without its own throttle. */
    eachMethod: throttle,
  })
  .superRefine(({ perClient, operations: all }, context) => {
    for (const [operationId, { perClient: ofOperation }] of Object.entries(all))
      for (const plan of plans) {
        const [own, whole] = [ofOperation[plan], perClient[plan]];
        if (!own) continue;
        if (!whole || own.ratePerSecond > whole.ratePerSecond || own.burst > whole.burst)
          context.addIssue({
            code: 'custom',
            path: ['operations', operationId, 'perClient', plan],
            message: whole
              ? 'must not exceed the throttle for the whole plan'
              : 'requires a throttle for the whole plan, because API Gateway does not accept a throttle for a single operation without one',
          });
      }
  });
export type RequestLimits = z.infer<typeof requestLimits>;

/** Limits of the stages on AWS. API Gateway does not enforce them exactly, so clients may briefly exceed them. */
export const awsLimits: RequestLimits = {
  perClient: {
    standard: toThrottle([100, 200]),
    partner: toThrottle([500, 1000]),
    unlimited: toThrottle([1000, 2000]),
    // The keys are public. The limits suit a busy website, whose visitors share its keys.
    browser: toThrottle([50, 100]),
  },
  operations,
  // Half of the default API Gateway quota per account in most regions (10,000 requests/s, burst 5,000; newer regions
  // have a quarter of that), so that a flood on one method leaves half of the quota for the others.
  eachMethod: toThrottle([5000, 2500]),
};

const withoutUnlimited = <T extends object>({ unlimited: _, ...others }: T & { unlimited?: Throttle }) =>
  others;

/** Limits of the local stage. The plan `unlimited` has no throttle there, for tests and tools. */
export const localLimits: RequestLimits = {
  ...awsLimits,
  perClient: withoutUnlimited(awsLimits.perClient),
  operations: Object.fromEntries(
    Object.entries(operations).map(([operationId, { perClient }]: [string, OperationLimits]) => [
      operationId,
      { perClient: withoutUnlimited(perClient) },
    ]),
  ) as RequestLimits['operations'],
};

/**
 * Reserved concurrency of the authoriser on stages that reserve it. If the authoriser is throttled, every request
 * fails.
 */
export const authoriserReservedConcurrency = 100;

/**
 * AWS WAF limits in requests per period. A client that exceeds them gets 403, so they are higher than the throttles,
 * which reject requests with 429 first. Several clients behind one address share its limit.
 */
export const firewallLimits = {
  /** Period in seconds: AWS WAF's default. */
  windowSeconds: 300,
  /** Enquiries with one key, or from one address. */
  enquiries: 2000,
  /** Requests from one address to the paths that need no key: twice the number needed for a check every second. */
  openPaths: 600,
  /** Requests with browser keys from one address, which many phones may share. */
  browserKeys: 3000,
} as const;

/** Maximum write units per second of the enquiries table, so that a flood is throttled instead of billed. */
export const enquiriesMaxWriteUnits = 4000;
