import type { StageSettings } from '../stages/stage-settings.ts';
import { prices, tiered } from './prices.ts';

/** What the cost depends on beside the requests. */
export const assumptions = {
  hoursAMonth: 730,
  /** Billed of a request; searches themselves take far less than a millisecond. */
  functionMilliseconds: 10,
  /** Sent to the client, compressed. */
  answerKilobytes: 2,
  /** Of the access log; the functions write nothing of a request that goes well. */
  logBytesARequest: 850,
  /** Keys in use at every moment: each is looked up once in the time that the gateway remembers it. */
  activeKeys: 50,
  /** Requests that are enquiries. */
  enquiryShare: 0.001,
  /** A transaction of two items, of up to 1 KB each, and the index of one of them. */
  writeUnitsAnEnquiry: 5,
  networkLocations: 21_000,
  networkGigabytes: 0.03,
  /** Publications because of changes, beside those of the schedule. */
  changesAMonth: 100,
  publicationSeconds: 12,
  filesAPublication: 60,
  gigabytesAVersion: 0.01,
  /** Instances that look for a newer catalogue. */
  catalogueInstances: 30,
  customMetrics: 50,
  /** Metrics that the alarms look at; one that adds up ten counts ten. */
  alarmMetrics: 90,
  compositeAlarms: 1,
  firewallRules: 4,
  /** X-Ray's rule of the house: the first request of each second, and so much of the rest. */
  tracedShare: 0.05,
  /** Of the functions that hold the catalogue, for provisioned concurrency. */
  catalogueFunctions: 12,
} as const;

/** Dollars a month by what they are paid for. */
export type MonthlyCost = Readonly<Record<(typeof costItems)[number], number>>;

/** What a stage is paid for, in the order of a bill. */
export const costItems = [
  'API Gateway',
  'Lambda',
  'kept warm',
  'DynamoDB',
  'S3',
  'logs',
  'metrics and alarms',
  'tracing',
  'firewall',
  'data sent out',
] as const;

const kilobyte = 1e3;
const gigabyte = 1e9;

/** What a stage costs a month at so many requests a second, day and night. */
export const monthlyCost = (stage: StageSettings, requestsPerSecond: number): MonthlyCost => {
  const a = assumptions;
  const seconds = a.hoursAMonth * 3_600;
  const requests = requestsPerSecond * seconds;
  const keyLookUps = Math.min(requests, (a.activeKeys * seconds) / Math.max(1, stage.authoriserCacheSeconds));
  const invocations = requests + keyLookUps;
  const publications = (a.hoursAMonth * 60) / stage.publishEveryMinutes + a.changesAMonth;
  const memory = stage.memoryMegabytes;
  const gigabyteSeconds =
    (requests * a.functionMilliseconds * memory.catalogue) / 1e3 / 1024 +
    (keyLookUps * a.functionMilliseconds * memory.standard) / 1e3 / 1024 +
    (publications * a.publicationSeconds * memory.publisher) / 1024;
  const warmGigabytes =
    (stage.provisionedConcurrency.authoriser * memory.standard +
      stage.provisionedConcurrency.catalogue * a.catalogueFunctions * memory.catalogue) /
    1024;
  // A scan reads 8 KB with one unit, where it need not be consistent.
  const scanUnits = (publications * a.networkGigabytes * gigabyte) / (8 * 1024);
  const looks = (a.catalogueInstances * seconds) / Math.max(1, stage.catalogueCheckSeconds);
  const keptVersions = (publications * stage.supersededVersionDays * 24) / a.hoursAMonth;

  return {
    'API Gateway': tiered(requests, prices.gatewayRequest),
    Lambda: invocations * prices.functionRequest + gigabyteSeconds * prices.functionGigabyteSecond,
    'kept warm': warmGigabytes * seconds * prices.warmGigabyteSecond,
    DynamoDB:
      requests * a.enquiryShare * a.writeUnitsAnEnquiry * prices.writeUnit +
      (keyLookUps + scanUnits) * prices.readUnit +
      a.networkGigabytes * (prices.tableGigabyteMonth + prices.backupGigabyteMonth) +
      prices.keyMonth,
    S3:
      publications * a.filesAPublication * prices.objectWrite +
      Math.min(looks, requests) * prices.objectRead +
      keptVersions * a.gigabytesAVersion * prices.objectGigabyteMonth,
    logs: ((requests * a.logBytesARequest) / gigabyte) * prices.logGigabyte,
    'metrics and alarms':
      a.customMetrics * prices.metricMonth +
      a.alarmMetrics * prices.alarmMetricMonth +
      a.compositeAlarms * prices.compositeAlarmMonth +
      prices.dashboardMonth,
    tracing: stage.tracing
      ? Math.min(requests, seconds + (requests - seconds) * a.tracedShare) * prices.trace
      : 0,
    firewall: stage.firewall
      ? prices.firewallMonth + a.firewallRules * prices.firewallRuleMonth + requests * prices.firewallRequest
      : 0,
    'data sent out': ((requests * a.answerKilobytes * kilobyte) / gigabyte) * prices.gigabyteOut,
  };
};

export const totalOf = (cost: MonthlyCost): number => costItems.reduce((sum, item) => sum + cost[item], 0);
