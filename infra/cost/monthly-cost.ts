import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, billedMilliseconds, secondsAMonth, tracedShareAt } from './assumptions.ts';
import { averageOver, type OperationProfile, operationProfiles } from './operation-profiles.ts';
import { prices, tiered } from './prices.ts';
import { publishingCost } from './publishing-cost.ts';

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

/** What a stage costs a month at so many requests a second, day and night, of these operations. */
export const monthlyCost = (
  stage: StageSettings,
  requestsPerSecond: number,
  profiles: readonly OperationProfile[] = operationProfiles,
): MonthlyCost => {
  const a = assumptions;
  const onAverage = averageOver(profiles);
  // Each operation has a function, and keeps instances of its own warm.
  const catalogueFunctions = profiles.filter(({ memory }) => memory === 'catalogue').length;
  const requests = requestsPerSecond * secondsAMonth;
  const keyLookUps = Math.min(
    requests,
    (a.activeKeys * secondsAMonth) / Math.max(1, stage.authoriserCacheSeconds),
  );
  const memory = stage.memoryMegabytes;
  const gigabyteMilliseconds =
    requests * onAverage((each) => (billedMilliseconds(each.milliseconds) * memory[each.memory]) / 1024) +
    (keyLookUps * billedMilliseconds(a.authoriserMilliseconds) * memory.standard) / 1024;
  const warmGigabytes =
    (stage.provisionedConcurrency.authoriser * memory.standard +
      stage.provisionedConcurrency.catalogue * catalogueFunctions * memory.catalogue) /
    1024;
  const writeUnits = requests * onAverage((each) => each.writeUnits ?? 0);
  const readUnits = requests * onAverage((each) => each.readUnits ?? 0) + keyLookUps;
  const publishing = publishingCost(stage, requestsPerSecond);

  return {
    'API Gateway': tiered(requests, prices.gatewayRequest),
    Lambda:
      (requests + keyLookUps) * prices.functionRequest +
      (gigabyteMilliseconds / 1e3) * prices.functionGigabyteSecond +
      publishing.Lambda,
    'kept warm': warmGigabytes * secondsAMonth * prices.warmGigabyteSecond,
    DynamoDB:
      writeUnits * prices.writeUnit +
      readUnits * prices.readUnit +
      publishing.DynamoDB +
      a.networkGigabytes * (prices.tableGigabyteMonth + prices.backupGigabyteMonth) +
      prices.keyMonth,
    S3: publishing.S3,
    logs: ((requests * a.logBytesARequest) / gigabyte) * prices.logGigabyte,
    'metrics and alarms':
      a.customMetrics * prices.metricMonth +
      a.alarmMetrics * prices.alarmMetricMonth +
      a.compositeAlarms * prices.compositeAlarmMonth +
      prices.dashboardMonth,
    tracing: stage.tracing
      ? (requests * onAverage(({ ofThousand }) => tracedShareAt((ofThousand / 1e3) * requestsPerSecond)) +
          keyLookUps * tracedShareAt(keyLookUps / secondsAMonth)) *
        prices.trace
      : 0,
    firewall: stage.firewall
      ? prices.firewallMonth + a.firewallRules * prices.firewallRuleMonth + requests * prices.firewallRequest
      : 0,
    'data sent out':
      ((requests * onAverage((each) => each.kilobytes) * kilobyte) / gigabyte) * prices.gigabyteOut,
  };
};

export const totalOf = (cost: MonthlyCost): number => costItems.reduce((sum, item) => sum + cost[item], 0);
