import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, billedMilliseconds, secondsAMonth, tracedShareAt } from './assumptions.ts';
import type { OperationProfile } from './operation-profiles.ts';
import { prices, tiered } from './prices.ts';

/** What a request is paid for by itself: what is paid by the month, whatever is asked, is no part of it. */
export const requestCostItems = ['API Gateway', 'Lambda', 'DynamoDB', 'watching', 'data sent out'] as const;

/** Dollars by what they are paid for. */
export type RequestCost = Readonly<Record<(typeof requestCostItems)[number], number>>;

const million = 1e6;

/** Dollars for a function that runs a million times for so long, starts of new instances among them. */
export const functionCost = (megabytes: number, milliseconds: number): number =>
  million * prices.functionRequest +
  ((million * billedMilliseconds(milliseconds)) / 1e3) * (megabytes / 1024) * prices.functionGigabyteSecond;

/** Dollars for a million requests that API Gateway takes, at a price that falls with those of a month. */
const gatewayCost = (requestsPerSecond: number): number => {
  const month = requestsPerSecond * secondsAMonth;
  return (tiered(month, prices.gatewayRequest) / month) * million;
};

/** Dollars for a million requests of an operation, on a stage that answers so many a second in all. */
export const requestCost = (
  stage: StageSettings,
  { ofThousand, memory, milliseconds, kilobytes, readUnits = 0, writeUnits = 0 }: OperationProfile,
  requestsPerSecond: number,
): RequestCost => {
  const logKilobytes = assumptions.logBytesARequest / 1e3;
  const tracedShare = tracedShareAt((ofThousand / 1e3) * requestsPerSecond);
  const traces = stage.tracing ? million * tracedShare * prices.trace : 0;
  const firewall = stage.firewall ? million * prices.firewallRequest : 0;
  return {
    'API Gateway': gatewayCost(requestsPerSecond),
    Lambda: functionCost(stage.memoryMegabytes[memory], milliseconds),
    DynamoDB: million * (readUnits * prices.readUnit + writeUnits * prices.writeUnit),
    // A kilobyte a million times is a gigabyte.
    watching: logKilobytes * prices.logGigabyte + traces + firewall,
    'data sent out': kilobytes * prices.gigabyteOut,
  };
};
