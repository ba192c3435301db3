import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, secondsAMonth } from './assumptions.ts';
import { prices } from './prices.ts';
import { publishingCost } from './publishing-cost.ts';
import { functionCost } from './request-cost.ts';

/** The two searches that tell designs apart: one reads a neighbourhood, the other most of the network. */
export const searches = ['nearest 5', 'total within 1000 km'] as const;
export type Search = (typeof searches)[number];

/** A way to answer searches: dollars for a million, behind a gateway, logs and data sent out that all ways have alike. */
export interface SearchDesign {
  readonly name: string;
  readonly cost: (stage: StageSettings, search: Search, requestsPerSecond: number) => number;
}

const million = 1e6;
const bySearch = (nearest: number, total: number): Readonly<Record<Search, number>> => ({
  'nearest 5': nearest,
  'total within 1000 km': total,
});

/** What is paid by the month, whatever is asked, as its part of a million requests. */
const shareOfMonth = (month: number, requestsPerSecond: number): number =>
  (month / (requestsPerSecond * secondsAMonth)) * million;

/** The catalogue in the memory of each instance: no store is asked, but versions of it are made, stored and looked for. */
const catalogueMilliseconds = bySearch(3, 3);

/**
 * A geohash index on DynamoDB that holds keys and coordinates: measured over 30,000 locations, the cells that cover
 * the area take so many Query calls. What they read: 100 bytes an entry, half a unit at least a call; the five records
 * themselves are read after it. The function waits for the calls, some dozens of them side by side.
 */
const geohash = {
  calls: bySearch(5, 182),
  entries: bySearch(100, assumptions.networkLocations),
  recordUnits: bySearch(2.5, 0),
  milliseconds: bySearch(15, 60),
};
const entryBytes = 100;
const bytesAUnit = 8 * 1024;

const geohashUnits = (search: Search): number =>
  Math.max(geohash.calls[search] * 0.5, (geohash.entries[search] * entryBytes) / bytesAUnit) +
  geohash.recordUnits[search];

/** The index is stored, and written to where a location changes: once a day each, at most. */
const geohashMonth =
  ((assumptions.networkLocations * entryBytes) / 1e9) * prices.tableGigabyteMonth +
  assumptions.networkLocations * (assumptions.hoursAMonth / 24) * prices.writeUnit;

/**
 * PostGIS on RDS, in two zones and behind RDS Proxy, since functions come in numbers. Milliseconds of one processor a
 * query are those measured over 30,000 locations; an instance is used to a half, so that peaks pass.
 */
const postgis = {
  processorMilliseconds: bySearch(0.236, 14),
  milliseconds: bySearch(5, 20),
  processorsAnInstance: 2,
  usedShare: 0.5,
  gigabytes: 20,
};

const postgisMonth = (search: Search, requestsPerSecond: number): number => {
  const { processorMilliseconds, processorsAnInstance, usedShare, gigabytes } = postgis;
  const processors = (requestsPerSecond * processorMilliseconds[search]) / 1e3 / usedShare;
  const instances = Math.max(1, Math.ceil(processors / processorsAnInstance));
  const hourly = prices.databaseInTwoZones + processorsAnInstance * prices.databaseProxyProcessor;
  return instances * (hourly * assumptions.hoursAMonth + gigabytes * prices.databaseGigabyteInTwoZones);
};

/** How searches are answered here, and how they could be. */
export const searchDesigns: readonly SearchDesign[] = [
  {
    name: 'catalogue in memory',
    cost: (stage, search, requestsPerSecond) => {
      const { Lambda, DynamoDB, S3 } = publishingCost(stage, requestsPerSecond);
      return (
        functionCost(stage.memoryMegabytes.catalogue, catalogueMilliseconds[search]) +
        shareOfMonth(Lambda + DynamoDB + S3, requestsPerSecond)
      );
    },
  },
  {
    name: 'geohash on DynamoDB',
    cost: ({ memoryMegabytes }, search, requestsPerSecond) =>
      functionCost(memoryMegabytes.standard, geohash.milliseconds[search]) +
      million * geohashUnits(search) * prices.readUnit +
      shareOfMonth(geohashMonth, requestsPerSecond),
  },
  {
    name: 'PostGIS on RDS',
    cost: ({ memoryMegabytes }, search, requestsPerSecond) =>
      functionCost(memoryMegabytes.standard, postgis.milliseconds[search]) +
      shareOfMonth(postgisMonth(search, requestsPerSecond), requestsPerSecond),
  },
  {
    // Its own places, not the network's: it stands here for what a bought search costs.
    name: 'Amazon Location',
    cost: ({ memoryMegabytes }) =>
      functionCost(memoryMegabytes.standard, 50) + million * prices.placesRequest,
  },
];
