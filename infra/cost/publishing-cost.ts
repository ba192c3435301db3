import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, secondsAMonth } from './assumptions.ts';
import { prices } from './prices.ts';

const gigabyte = 1e9;

/** Dollars a month for publishing by what they are paid for: runs, what they scan, and files with the looks for them. */
export const publishingCost = (stage: StageSettings, requestsPerSecond: number) => {
  const a = assumptions;
  // Changes are published without reading the other rows, and without the full exports.
  const full = (a.hoursAMonth * 60) / stage.publishEveryMinutes;
  const seconds = full * a.publicationSeconds + a.changesAMonth * a.changeSeconds;
  const gigabyteSeconds = (seconds * stage.memoryMegabytes.publisher) / 1024;
  // Reading consistently, as each publication does, takes one unit for 4 KB.
  const readUnits = (full * a.networkGigabytes * gigabyte) / (4 * 1024);
  const looks = (a.catalogueInstances * secondsAMonth) / Math.max(1, stage.catalogueCheckSeconds);
  const keptShare = (stage.supersededVersionDays * 24) / a.hoursAMonth;
  const keptGigabytes = full * a.gigabytesAVersion + a.changesAMonth * a.gigabytesAChange;
  return {
    Lambda: gigabyteSeconds * prices.functionGigabyteSecond,
    DynamoDB: readUnits * prices.readUnit,
    S3:
      (full + a.changesAMonth) * a.filesAPublication * prices.objectWrite +
      Math.min(looks, requestsPerSecond * secondsAMonth) * prices.objectRead +
      keptGigabytes * keptShare * prices.objectGigabyteMonth,
  };
};
