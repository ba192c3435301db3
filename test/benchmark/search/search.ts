import { openSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { snapshotOf, snapshotVersion } from '../../support/networks/stored-publication.ts';
import { matchesLocationFilter } from '../../support/oracles/matches-location-filter.ts';
import { interleaved, type Rounds, type Runner, stopwatch } from '../measure.ts';
import {
  type BenchmarkNetwork,
  benchmarkNetwork,
  locationsOf,
  randomPlaces,
} from '../network/benchmark-network.ts';
import { wholeNumber } from '../report/print-report.ts';
import {
  type Check,
  type Limit,
  type Measurement,
  type PartReport,
  p50Of,
  type Target,
  targetOf,
} from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';
import { checkAnswers, countWithin, measurePlaces } from './check-answers.ts';
import {
  nearestFive,
  nearestMany,
  openContenders,
  ownName,
  type SearchKind,
  searchKinds,
  searchWith,
  totalWithin,
} from './contenders.ts';
import { eventToAnswer, eventToAnswerName } from './event-to-answer.ts';

/** Maximum distance in kilometres between search centres and localities, because people search near where they live. */
const strayKm = 10;
const timedSeed = 5;
const checkedSeed = 1_000;
const warmingSeed = 20_000;
/** Number of warm-up searches, after which the compiler has optimised the code. */
const warmingCentres = 20_000;

/** Searches in a round per checked centre. With fewer, the fastest would not refill the processor caches. */
const timedInRound = 5;

const minTasks = 3;

export const searchPart = async (settings: BenchSettings): Promise<PartReport> => {
  const found: Awaited<ReturnType<typeof searchNetwork>>[] = [];
  for (const size of settings.sizes) found.push(await searchNetwork(size, settings));
  const measurements = found.flatMap((each) => each.measurements);
  const checks = found.flatMap((each) => each.checks);
  return { measurements, checks, targets: searchTargets(measurements, checks, settings.sizes) };
};

const searchNetwork = async (size: number, settings: BenchSettings) => {
  const { localities, rounds, servers, centres, towns } = settings;
  const say = (what: string) => settings.say(`search, ${wholeNumber(size)}: ${what}`);
  say('create the network and its snapshot');
  const network = benchmarkNetwork(size, localities.all, towns);
  const catalogue = await catalogueOf(network);
  const centresOf = (seed: number, count: number) =>
    randomPlaces(localities.all, seed, strayKm).take(count).toArray();
  const timed = centresOf(timedSeed, timedInRound * centres * rounds);
  const warming = centresOf(warmingSeed, warmingCentres);
  const checked = centresOf(checkedSeed, centres);
  const inRound = timedInRound * centres;
  const centresOfRound = (round: number) =>
    round === 0 ? warming : timed.slice((round - 1) * inRound, round * inRound);
  const roundSettings = { rounds, budgetMilliseconds: settings.searchMilliseconds, minTasks };
  const measurements: Measurement[] = [];
  const checks: Check[] = [];
  say('build the indexes');
  const contenders = await openContenders(network, servers);
  if (servers && !contenders.some(({ name }) => name === 'PostGIS')) say('PostGIS is not installed');
  try {
    for (const kind of searchKinds) {
      say(`time ${kind.name}`);
      const runners = contenders.map(
        (contender): Runner<Place> => ({
          name: contender.name,
          run: stopwatch(searchWith(contender, kind)),
        }),
      );
      if (kind === nearestFive) runners.push(eventToAnswer(catalogue));
      const common = { part: 'search', what: kind.name, size } as const;
      measurements.push(...(await interleaved(common, runners, centresOfRound, roundSettings)));
    }
    say('check the results');
    checks.push(...(await checkAnswers(network, contenders, searchKinds, checked)));
  } finally {
    for (const contender of contenders) await contender.close?.();
  }
  say('time and check filtered totals');
  measurements.push(...(await timeFilteredTotals(network, catalogue, timed, roundSettings)));
  checks.push(checkFilteredTotals(network, catalogue, checked));
  return { measurements, checks };
};

const catalogueOf = async (network: BenchmarkNetwork): Promise<LocationCatalogue> => {
  const bytes = await snapshotOf(locationsOf(network), network.capabilities);
  return openSnapshot(bytes, { version: snapshotVersion }).catalogue;
};

const filteredTotalName = 'filtered total in 1000 km, each filter used once';

const filteredRadiusKm = 1_000;

interface Task {
  readonly filter: LocationFilter;
  readonly centre: Place;
}

const timeFilteredTotals = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue,
  centres: readonly Place[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const tasks = filterCombinations(network).flatMap((filter, place): Task[] => {
    const centre = centres[place % centres.length];
    return centre ? [{ filter, centre }] : [];
  });
  return interleaved<Task>(
    { part: 'search', what: filteredTotalName, size: network.size },
    [{ name: ownName, run: stopwatch(({ filter, centre }) => totalOf(catalogue, filter, centre)) }],
    (round) => tasks.filter((_, place) => place % (settings.rounds + 1) === round),
    settings,
  );
};

/** Compares filtered totals around the centres with counts over all places. */
const checkFilteredTotals = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue,
  centres: readonly Place[],
): Check => {
  const distancesFrom = measurePlaces(network);
  const combinations = filterCombinations(network);
  const wrong = centres.filter((centre, place) => {
    const filter = combinations[place % combinations.length] ?? {};
    const expected = countWithin(distancesFrom(centre), filteredRadiusKm, acceptedBy(network, filter));
    return totalOf(catalogue, filter, centre) !== expected;
  });
  return {
    what: filteredTotalName,
    contender: ownName,
    size: network.size,
    centres: centres.length,
    mismatches: wrong.length,
  };
};

const totalOf = (catalogue: LocationCatalogue, filter: LocationFilter, centre: Place): number =>
  catalogue.search({ filter, area: { centre, radiusKm: filteredRadiusKm }, offset: 0, size: 0 }).total;

const filterCombinations = ({ models }: BenchmarkNetwork): LocationFilter[] => {
  const types = [...new Set(models.map(({ type }) => type))];
  const pairs = types.flatMap((one, place) => types.slice(place + 1).map((other) => [one, other]));
  const services = new Set(models.flatMap((model) => model.services.map(({ code }) => code)));
  return [...services].flatMap((code) =>
    pairs.map((pair) => ({ types: new Set(pair), serviceCodes: new Set([code]) })),
  );
};

/** Returns an array with 1 for each location that the filter accepts and 0 for the others. */
const acceptedBy = ({ models, modelOf }: BenchmarkNetwork, filter: LocationFilter): Uint8Array => {
  const accepted = models.map((model) => (matchesLocationFilter(model, filter) ? 1 : 0));
  return Uint8Array.from(modelOf, (model) => accepted[model] ?? 0);
};

/** Minimum factors by which Waypost's searches must be faster than each contender's. */
const timesFaster: readonly [string, SearchKind, string, number][] = [
  [ownName, nearestFive, 'PostGIS', 80],
  [ownName, nearestFive, 'geokdbush', 4],
  [ownName, nearestMany, 'PostGIS', 10],
  [ownName, nearestMany, 'geokdbush', 0.8],
  [ownName, totalWithin, 'PostGIS', 500],
  [ownName, totalWithin, 'geoflatbush', 25],
  [eventToAnswerName, nearestFive, 'PostGIS', 2],
];

const maxGrowth = 2.5;
/** Maximum time of a filtered total in milliseconds, by network size. */
const maxFiltered = new Map([
  [300_000, 5],
  [1_000_000, 15],
]);

const searchTargets = (
  all: readonly Measurement[],
  checks: readonly Check[],
  sizes: readonly number[],
): Target[] => {
  const targets: Target[] = [];
  const add = (bound: Target['bound'], limit: Omit<Limit, 'part' | 'bound'>, measured: number) => {
    // The value is NaN if PostGIS is not installed or the size was not measured.
    if (!Number.isNaN(measured)) targets.push(targetOf({ part: 'search', bound, ...limit }, measured));
  };
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  for (const size of new Set([smallest, largest])) {
    for (const [own, { name }, against, promised] of timesFaster) {
      const what = own === ownName ? name : `event to response, ${name}`;
      const times = p50Of(all, name, against, size) / p50Of(all, name, own, size);
      add('at least', { what, size, against, promised }, times);
    }
  }
  for (const [size, promised] of maxFiltered) {
    const milliseconds = p50Of(all, filteredTotalName, ownName, size) / 1_000;
    add('at most', { what: filteredTotalName, size, unit: 'ms', promised }, milliseconds);
  }
  if (smallest < largest) {
    const growth =
      p50Of(all, nearestFive.name, ownName, largest) / p50Of(all, nearestFive.name, ownName, smallest);
    const against = `itself at ${wholeNumber(smallest)}`;
    add('at most', { what: nearestFive.name, size: largest, against, promised: maxGrowth }, growth);
  }
  const own = checks.filter(({ contender }) => contender === ownName);
  const centres = wholeNumber(Math.min(...own.map((check) => check.centres)));
  const what = `wrong results around ${centres} random centres, for each kind of search`;
  const mismatches = own.reduce((sum, each) => sum + each.mismatches, 0);
  add('at most', { what, against: 'brute force', unit: '', promised: 0 }, mismatches);
  return targets;
};
