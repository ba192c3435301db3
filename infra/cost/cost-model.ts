import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { prices, tiered } from './prices.ts';

/** Inputs of the model other than request rates, stage settings and prices. */
export const assumptions = {
  hoursPerMonth: 730,
  /** Fraction of requests that cause a cold start. `coldStartMilliseconds` is the billed duration of a cold start. */
  coldStartShare: 0.002,
  coldStartMilliseconds: 500,
  authoriserMilliseconds: 10,
  /** Size of an access log line. Functions log nothing about a successful request. */
  logBytesPerRequest: 850,
  /** Keys in constant use. Each is read from the table once per cache period of the authoriser. */
  activeKeys: 50,
  networkLocations: 21_000,
  networkGigabytes: 0.03,
  enquiryKilobytes: 1,
  /** Retained daily backups of the enquiries table, each a full copy. */
  keptBackups: 35,
  /** Publications of changed rows per month, in addition to the scheduled full ones. */
  changesPerMonth: 1_000,
  publicationSeconds: 12,
  changeSeconds: 3,
  /** PUT and LIST requests of one publication, including those for its lease. */
  filesPerPublication: 25,
  /**
   * Outlet pages that change per month. Nearly all of them change after a public holiday, because every page lists the
   * next holidays.
   */
  outletPagesPerMonth: 12_000,
  gigabytesPerVersion: 0.026,
  gigabytesPerChange: 0.004,
  /** Number of function instances that check for a newer catalogue. */
  catalogueInstances: 30,
  /** Number of function instances that check for newer availability reports. */
  availabilityInstances: 10,
  reportWritesPerMinute: 6,
  customMetrics: 62,
  /** Number of metrics that alarms read. An alarm on the sum of ten metrics counts as ten. */
  alarmMetrics: 127,
  compositeAlarms: 4,
  firewallRules: 8,
  /** Fraction of requests that X-Ray traces, in addition to the first request to a function in each second. */
  tracedShare: 0.05,
} as const;

export const secondsPerMonth = assumptions.hoursPerMonth * 3_600;
const million = 1e6;
const gigabyte = 1e9;

/** Resources that a typical request of one operation uses. */
export interface OperationProfile {
  readonly operationId: string;
  /** Fraction of all requests to the API. */
  readonly share: number;
  /** Memory size of the function, as the name of a stage setting. */
  readonly memory: 'catalogue' | 'standard';
  /**
   * Billed duration on a warm instance, including the overhead of Lambda's runtime and the time spent waiting for a
   * store.
   */
  readonly milliseconds: number;
  /** Size of the compressed response. */
  readonly kilobytes: number;
  /** DynamoDB read units: 1 per 4 KB, or 0.5 if the read need not be consistent. */
  readonly readUnits?: number;
  /** DynamoDB write units: 1 per KB, or 2 within a transaction. */
  readonly writeUnits?: number;
}

/** Profile with a `weight` instead of a share: how often the operation is requested relative to others. */
type WeightedProfile = Omit<OperationProfile, 'operationId' | 'share'> & { readonly weight: number };

/**
 * Differences from the default profile. They model the traffic of a public site and its partners: requests for the
 * nearest five locations, pages of twenty, and the red street post boxes in a network of 21,000 locations. The weights
 * add up to 1,000.
 */
const knownProfiles: Readonly<Record<string, Partial<WeightedProfile>>> = {
  getBillerMetadaba: { weight: 10, milliseconds: 15, kilobytes: 4, readUnits: 4 },
  getBillTypes: { weight: 5, milliseconds: 12, readUnits: 0.5 },
  getBillerMetadabaByCode: { weight: 24 },
  validateBill: { weight: 10, kilobytes: 0.8 },
  // The 5 write units of `defaultProfile` are a transaction of two items, and an index entry for one of them.
  enquiry: { weight: 1, kilobytes: 0.3 },
  ping: { weight: 10 },
  health: { weight: 10, milliseconds: 12, kilobytes: 0.3, readUnits: 1 },
  getGeoLocationsByPostCodeUsingGET: { weight: 100, kilobytes: 2 },
  getGeoLocationsByWcidUsingGET: { weight: 20, kilobytes: 0.7 },
  getGeoLocationsByDeliveryPointIdUsingGET: { weight: 10, kilobytes: 0.7 },
  getPointsByLocationCodeUsingGET: { weight: 99, kilobytes: 0.7 },
  getPointsByTypeUsingGET: { weight: 0.1, milliseconds: 500, kilobytes: 900 },
  getGeoLocationsUsingGET: { weight: 400, milliseconds: 3, kilobytes: 1.5 },
  getServicesUsingGET: { weight: 10, kilobytes: 2 },
  getServicesByServiceCodesUsingGET: { weight: 10, kilobytes: 0.5 },
  getWorkCentres: { weight: 190 },
  getWorkCentreByID: { weight: 70, milliseconds: 3, kilobytes: 1.5 },
  exportWorkCentres: { weight: 0.9, milliseconds: 5, kilobytes: 0.5 },
  getOperationalCapabilities: { weight: 10, kilobytes: 2 },
  getPlaces: { weight: 10, kilobytes: 1 },
};

/** Route of an operation, whether or not it is deployed. */
type RouteToProfile = Pick<Route, 'access' | 'streamed'> & { readonly operationId: string };

/** Returns the profile of an operation that has no known profile, derived from its route. */
const defaultProfile = ({ access, streamed }: RouteToProfile): WeightedProfile => {
  const weight = 10;
  if (access.includes('published:read')) {
    // Streamed responses are longer, and compressing them takes time.
    const size = streamed ? { milliseconds: 6, kilobytes: 5 } : { milliseconds: 3, kilobytes: 1.5 };
    return { weight, memory: 'catalogue', ...size };
  }
  const table = { weight, memory: 'standard', kilobytes: 0.5 } as const;
  if (access.some((each) => each.endsWith(':write'))) return { ...table, milliseconds: 25, writeUnits: 5 };
  if (access.length > 0) return { ...table, milliseconds: 10, readUnits: 1 };
  return { ...table, milliseconds: 2, kilobytes: 0.1 };
};

/** Returns the profiles of operations: the known profile or, if there is none, one derived from the route. */
export const operationProfilesOf = (operations: readonly RouteToProfile[]): readonly OperationProfile[] => {
  const weighted = operations.map((route) => ({
    ...defaultProfile(route),
    ...knownProfiles[route.operationId],
    operationId: route.operationId,
  }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return weighted.map(({ weight, ...profile }) => ({ ...profile, share: weight / total }));
};

export const operationProfiles = operationProfilesOf(routes);

/** Returns the cost in dollars of a million invocations of a function, including cold starts. */
export const functionCost = (megabytes: number, milliseconds: number): number => {
  const billed = milliseconds + assumptions.coldStartShare * assumptions.coldStartMilliseconds;
  const seconds = (million * billed) / 1e3;
  return million * prices.functionRequest + seconds * (megabytes / 1024) * prices.functionGigabyteSecond;
};

/** Returns the cost in dollars of tracing a million invocations of a function, at the given invocation rate. */
const tracingCost = (stage: StageSettings, requestsPerSecond: number): number => {
  const first = Math.min(1, 1 / requestsPerSecond);
  const traced = first + (1 - first) * assumptions.tracedShare;
  return stage.tracing ? million * traced * prices.trace : 0;
};

/**
 * Returns the cost in dollars of a million requests to one operation, by item and excluding monthly charges.
 * `requestsPerSecond` is the rate of all operations, on which API Gateway's price and the fraction of traced requests
 * depend.
 */
export const requestCost = (
  stage: StageSettings,
  { share, memory, milliseconds, kilobytes, readUnits = 0, writeUnits = 0 }: OperationProfile,
  requestsPerSecond: number,
) => {
  const perMonth = requestsPerSecond * secondsPerMonth;
  return {
    'API Gateway': (tiered(perMonth, prices.gatewayRequest) / perMonth) * million,
    Lambda: functionCost(stage.memoryMegabytes[memory], milliseconds),
    DynamoDB: million * (readUnits * prices.readUnit + writeUnits * prices.writeUnit),
    // A million kilobytes are one gigabyte.
    logs: (assumptions.logBytesPerRequest / 1e3) * prices.logGigabyte,
    tracing: tracingCost(stage, share * requestsPerSecond),
    firewall: stage.firewall ? million * prices.firewallRequest : 0,
    'outgoing data': kilobytes * prices.gigabyteOut,
  };
};
type RequestCost = ReturnType<typeof requestCost>;

/**
 * Returns the monthly cost in dollars of publications, their files, and the functions' checks for a newer catalogue.
 */
export const publishingCost = (stage: StageSettings, requestsPerSecond: number) => {
  const a = assumptions;
  // Publications of changes do not read the other rows, and do not write the full exports.
  const full = (a.hoursPerMonth * 60) / stage.publishEveryMinutes;
  const seconds = full * a.publicationSeconds + a.changesPerMonth * a.changeSeconds;
  const gigabyteSeconds = (seconds * stage.memoryMegabytes.publisher) / 1024;
  // A publication uses consistent reads, which cost one unit per 4 KB.
  const readUnits = (full * a.networkGigabytes * gigabyte) / (4 * 1024);
  const checks = (a.catalogueInstances * secondsPerMonth) / Math.max(1, stage.catalogueCheckSeconds);
  const keptShare = (stage.supersededVersionDays * 24) / a.hoursPerMonth;
  const keptGigabytes = full * a.gigabytesPerVersion + a.changesPerMonth * a.gigabytesPerChange;
  return {
    Lambda: gigabyteSeconds * prices.functionGigabyteSecond,
    DynamoDB: readUnits * prices.readUnit,
    S3:
      (full + a.changesPerMonth) * a.filesPerPublication * prices.objectWrite +
      (stage.portal.outletPages ? a.outletPagesPerMonth * prices.objectWrite : 0) +
      Math.min(checks, requestsPerSecond * secondsPerMonth) * prices.objectRead +
      keptGigabytes * keptShare * prices.objectGigabyteMonth,
  };
};

/** Returns the monthly cost in dollars of availability reports and of the functions' checks for newer ones. */
const availabilityCost = ({ availabilityCheckSeconds }: StageSettings, requestsPerSecond: number): number => {
  const { availabilityInstances, reportWritesPerMinute, hoursPerMonth } = assumptions;
  const checks = (availabilityInstances * secondsPerMonth) / availabilityCheckSeconds;
  return (
    Math.min(checks, requestsPerSecond * secondsPerMonth) * prices.objectRead +
    hoursPerMonth * 60 * reportWritesPerMinute * prices.objectWrite
  );
};

/** Returns the gigabytes of stored enquiries, the only rows that clients add. */
const enquiryGigabytes = (
  { enquiryRetentionDays }: StageSettings,
  requestsPerSecond: number,
  profiles: readonly OperationProfile[],
): number => {
  const share = profiles.reduce((sum, each) => sum + (each.writeUnits ? each.share : 0), 0);
  const enquiries = requestsPerSecond * share * enquiryRetentionDays * 24 * 3_600;
  return (enquiries * assumptions.enquiryKilobytes * 1e3) / gigabyte;
};

/** Returns a stage's monthly cost in dollars at a constant request rate, by item. */
export const monthlyCost = (
  stage: StageSettings,
  requestsPerSecond: number,
  profiles: readonly OperationProfile[] = operationProfiles,
) => {
  const a = assumptions;
  const { memoryMegabytes: memory, provisionedConcurrency: warm } = stage;
  const costs = profiles.map((each) => ({
    share: each.share,
    cost: requestCost(stage, each, requestsPerSecond),
  }));
  const millionRequests = (requestsPerSecond * secondsPerMonth) / million;
  const requests = (item: keyof RequestCost): number =>
    millionRequests * costs.reduce((sum, { share, cost }) => sum + share * cost[item], 0);
  const keyReadsPerSecond = Math.min(
    requestsPerSecond,
    a.activeKeys / Math.max(1, stage.authoriserCacheSeconds),
  );
  const millionKeyReads = (keyReadsPerSecond * secondsPerMonth) / million;
  // Every operation has its own function, and therefore its own warm instances.
  const catalogueFunctions = profiles.filter((each) => each.memory === 'catalogue').length;
  const warmGigabytes =
    (warm.authoriser * memory.standard + warm.catalogue * catalogueFunctions * memory.catalogue) / 1024;
  const publishing = publishingCost(stage, requestsPerSecond);
  const ofEnquiries = enquiryGigabytes(stage, requestsPerSecond, profiles);
  return {
    'API Gateway': requests('API Gateway'),
    Lambda:
      requests('Lambda') +
      millionKeyReads * functionCost(memory.standard, a.authoriserMilliseconds) +
      publishing.Lambda,
    'provisioned concurrency': warmGigabytes * secondsPerMonth * prices.warmGigabyteSecond,
    DynamoDB:
      requests('DynamoDB') +
      millionKeyReads * million * prices.readUnit +
      publishing.DynamoDB +
      (a.networkGigabytes + ofEnquiries) * (prices.tableGigabyteMonth + prices.backupGigabyteMonth) +
      prices.keyMonth,
    backups: stage.backups ? a.keptBackups * ofEnquiries * prices.vaultGigabyteMonth : 0,
    S3: publishing.S3 + availabilityCost(stage, requestsPerSecond),
    logs: requests('logs'),
    'metrics and alarms':
      a.customMetrics * prices.metricMonth +
      a.alarmMetrics * prices.alarmMetricMonth +
      a.compositeAlarms * prices.compositeAlarmMonth +
      prices.dashboardMonth,
    tracing: requests('tracing') + millionKeyReads * tracingCost(stage, keyReadsPerSecond),
    firewall: stage.firewall
      ? prices.firewallMonth + a.firewallRules * prices.firewallRuleMonth + requests('firewall')
      : 0,
    'outgoing data': requests('outgoing data'),
  };
};

export const totalOf = (cost: Readonly<Record<string, number>>): number =>
  Object.values(cost).reduce((sum, each) => sum + each, 0);
