import * as z from 'zod';
import { pointsView } from '../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../functions/locations-v3/views/published-work-centres.ts';
import { openSnapshot } from '../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import { expectedOf } from '../../support/networks/snapshot-of.ts';
import { interleaved, type Timing } from '../measure/interleaved-rounds.ts';
import { type BenchmarkNetwork, benchmarkNetwork, sampleModels } from '../network/benchmark-network.ts';
import { drawPlaces } from '../network/draw-places.ts';
import { bytesOf } from '../snapshot/stored-networks.ts';
import { type AskedSearch, askedSearch, five } from './asked-search.ts';
import { type ReadyCatalogues, runnersOf, timedFunctions } from './handler-runners.ts';

const centreSeed = 2_000;
const strayKm = 10;
/** Searches that are timed together: few enough that the collector and other processes seldom come between. */
const batchSize = 10;
/** So often everything is asked before it counts: by then the compiler is through with it. */
const warmingBatches = 2_000;
const budgetMilliseconds = 5_000;
const least = 20;

/** What a function is timed by. */
export const handlerTask = z.object({
  timed: z.enum(timedFunctions),
  localities: z.array(z.object({ lat: z.number(), lon: z.number(), weight: z.number() })).readonly(),
  /** Locations of the network. */
  size: z.int(),
  /** Searches that it is asked for, over and over. */
  centres: z.int(),
  rounds: z.int(),
  /** Towns of the sample network whose locations the network is drawn after. */
  sampleTowns: z.int(),
});
export type HandlerTask = z.infer<typeof handlerTask>;

const readyCatalogues = (network: BenchmarkNetwork): ReadyCatalogues => {
  const points = bytesOf(network, 'snapshot of points');
  const workCentres = bytesOf(network, 'snapshot of work centres');
  return {
    points: openSnapshot(points, expectedOf(points), pointsView.readLine),
    workCentres: openSnapshot(workCentres, expectedOf(workCentres), workCentresView.readLine),
  };
};

const postcodesOfFive = (points: LocationCatalogue<string>): string[] =>
  Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).filter(
    (postcode) => points.byPostcode(postcode, {}).length === five,
  );

const inBatches = (asked: readonly AskedSearch[], count: number): AskedSearch[][] =>
  Array.from({ length: count }, (_, batch) =>
    Array.from({ length: batchSize }, (_unused, place) => asked[(batch * batchSize + place) % asked.length]),
  ).map((batch) => batch.filter((each) => each !== undefined));

/** Times a function on a network; nothing where no postcode of it has five locations. */
export const timeHandler = async (task: HandlerTask): Promise<Timing[]> => {
  const { timed, localities, size, centres, rounds, sampleTowns } = task;
  const catalogues = readyCatalogues(benchmarkNetwork(size, localities, sampleModels(sampleTowns)));
  const postcodes = postcodesOfFive(catalogues.points);
  const asked = drawPlaces(localities, centreSeed, strayKm)
    .take(centres)
    .map((centre, number) => askedSearch(centre, postcodes[number % postcodes.length] ?? ''))
    .toArray();
  if (asked.length === 0 || postcodes.length === 0) return [];
  return interleaved(
    await runnersOf[timed](catalogues, asked),
    (round) => inBatches(asked, round === 0 ? warmingBatches : Math.ceil(asked.length / batchSize)),
    { rounds, budgetMilliseconds, least },
  );
};
