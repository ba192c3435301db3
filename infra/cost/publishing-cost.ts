import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, secondsAMonth } from './assumptions.ts';
import { prices } from './prices.ts';

const gigabyte = 1e9;

/** Dollars a month for publishing by what they are paid for: runs, what they scan, and files with the looks for them. */
export const publishingCost = (stage: StageSettings, requestsPerSecond: number) => {
  const a = assumptions;
  const publications = (a.hoursAMonth * 60) / stage.publishEveryMinutes + a.changesAMonth;
  const gigabyteSeconds = (publications * a.publicationSeconds * stage.memoryMegabytes.publisher) / 1024;
  // A consistent scan, as each publication's is, reads 4 KB with one unit.
  const scanUnits = (publications * a.networkGigabytes * gigabyte) / (4 * 1024);
  const looks = (a.catalogueInstances * secondsAMonth) / Math.max(1, stage.catalogueCheckSeconds);
  const keptVersions = (publications * stage.supersededVersionDays * 24) / a.hoursAMonth;
  return {
    Lambda: gigabyteSeconds * prices.functionGigabyteSecond,
    DynamoDB: scanUnits * prices.readUnit,
    S3:
      publications * a.filesAPublication * prices.objectWrite +
      Math.min(looks, requestsPerSecond * secondsAMonth) * prices.objectRead +
      keptVersions * a.gigabytesAVersion * prices.objectGigabyteMonth,
  };
};
