import type { StageSettings } from '../stages/stage-settings.ts';
import { assumptions, functionCost, publishingCost, secondsPerMonth, totalOf } from './cost-model.ts';
import { prices } from './prices.ts';

/** Two searches whose costs differ between designs: one reads a neighbourhood, the other most of the network. */
export const searches = ['nearest 5', 'total within 1000 km'] as const;
type Search = (typeof searches)[number];

/** Cost in dollars of a million searches, excluding the gateway, logs and outgoing data, which all designs share. */
type SearchCost = (stage: StageSettings, search: Search, requestsPerSecond: number) => number;

const million = 1e6;
const bySearch = (nearest: number, total: number): Readonly<Record<Search, number>> => ({
  'nearest 5': nearest,
  'total within 1000 km': total,
});

/** Returns the part of a monthly charge that a million requests account for. */
const shareOfMonth = (month: number, requestsPerSecond: number): number =>
  (month / (requestsPerSecond * secondsPerMonth)) * million;

/** Duration of a search in the catalogue. Searches read no store, because each instance has the catalogue in memory. */
const catalogueMilliseconds = 3;

/**
 * Geohash index on DynamoDB, with keys and coordinates of 100 bytes. Covering the area takes `calls` Query calls of at
 * least half a unit each, as measured with 30,000 locations. The five records are read afterwards. Several dozen of the
 * calls run in parallel, and the function waits for them.
 */
const geohash = {
  calls: bySearch(5, 182),
  entries: bySearch(100, assumptions.networkLocations),
  entryBytes: 100,
  recordUnits: bySearch(2.5, 0),
  milliseconds: bySearch(15, 60),
};
const bytesPerUnit = 8 * 1024;

const geohashUnits = (search: Search): number => {
  const read = (geohash.entries[search] * geohash.entryBytes) / bytesPerUnit;
  return Math.max(geohash.calls[search] * 0.5, read) + geohash.recordUnits[search];
};

/** Monthly cost of storing the index, and of one write per location and day, which is an upper bound for changes. */
const geohashMonth =
  ((assumptions.networkLocations * geohash.entryBytes) / 1e9) * prices.tableGigabyteMonth +
  assumptions.networkLocations * (assumptions.hoursPerMonth / 24) * prices.writeUnit;

/**
 * PostGIS on RDS in two zones, behind RDS Proxy because functions open many connections. The processor time per query
 * was measured with 30,000 locations. Instances run at half of their capacity, to leave room for peaks.
 */
const postgis = {
  processorMilliseconds: bySearch(0.236, 14),
  milliseconds: bySearch(5, 20),
  processorsPerInstance: 2,
  usedShare: 0.5,
  gigabytes: 20,
};

const postgisMonth = (search: Search, requestsPerSecond: number): number => {
  const { processorMilliseconds, processorsPerInstance, usedShare, gigabytes } = postgis;
  const processors = (requestsPerSecond * processorMilliseconds[search]) / 1e3 / usedShare;
  const instances = Math.max(1, Math.ceil(processors / processorsPerInstance));
  const hourly = prices.databaseInTwoZones + processorsPerInstance * prices.databaseProxyProcessor;
  return instances * (hourly * assumptions.hoursPerMonth + gigabytes * prices.databaseGigabyteInTwoZones);
};

/** Costs of Waypost's own design and of three alternatives. */
export const searchDesigns = {
  'catalogue in memory': (stage, _search, requestsPerSecond) =>
    functionCost(stage.memoryMegabytes.catalogue, catalogueMilliseconds) +
    shareOfMonth(totalOf(publishingCost(stage, requestsPerSecond)), requestsPerSecond),
  'geohash on DynamoDB': ({ memoryMegabytes }, search, requestsPerSecond) =>
    functionCost(memoryMegabytes.standard, geohash.milliseconds[search]) +
    million * geohashUnits(search) * prices.readUnit +
    shareOfMonth(geohashMonth, requestsPerSecond),
  'PostGIS on RDS': ({ memoryMegabytes }, search, requestsPerSecond) =>
    functionCost(memoryMegabytes.standard, postgis.milliseconds[search]) +
    shareOfMonth(postgisMonth(search, requestsPerSecond), requestsPerSecond),
  // Amazon Location searches its own places instead of the network. It is included to show the price of a search
  // service.
  'Amazon Location': ({ memoryMegabytes }) =>
    functionCost(memoryMegabytes.standard, 50) + million * prices.placesRequest,
} satisfies Record<string, SearchCost>;
