import { openSnapshot } from '../../../shared/data-access/publishing/snapshot.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { expectedOf, snapshotOf } from '../../support/networks/snapshot-of.ts';
import { interleaved, type Rounds, type Runner, stopwatch } from '../measure.ts';
import {
  type BenchmarkNetwork,
  benchmarkNetwork,
  drawPlaces,
  locationsOf,
} from '../network/benchmark-network.ts';
import { wholeNumber } from '../report/print-report.ts';
import {
  type Check,
  holdAgainst,
  type Measurement,
  type PartReport,
  type Promised,
  p50Of,
  type Target,
} from '../report/report.ts';
import type { BenchSettings } from '../run-bench.ts';
import { checkAnswers } from './check-answers.ts';
import { openContenders, ownName } from './contenders.ts';
import { eventToAnswer, eventToAnswerName } from './event-to-answer.ts';
import { checkFilteredTotals, filteredTotalName, timeFilteredTotals } from './filtered-totals.ts';
import {
  nearestFive,
  nearestMany,
  type SearchKind,
  searchKinds,
  searchWith,
  totalWithin,
} from './search-kinds.ts';

/** People search near where they are, which is near where the locations are. */
const strayKm = 10;
const timedSeed = 5;
const checkedSeed = 1_000;
const warmingSeed = 20_000;
/** Searches before the compiler has optimised everything. */
const warmingCentres = 20_000;

/**
 * Searches in a round, in numbers of checked centres. With fewer, the fastest contenders would end before the caches,
 * which the previous contender has emptied, are full again.
 */
const timedInRound = 5;

/** Time of a slow contender in a round. */
const budgetMilliseconds = 500;
const least = 3;

/** Searches in networks of each size, compared with libraries, and with PostGIS if it is installed. */
export const searchPart = async (settings: BenchSettings): Promise<PartReport> => {
  const found: Found[] = [];
  for (const size of settings.sizes) found.push(await searchNetwork(size, settings));
  const measurements = found.flatMap((each) => each.measurements);
  const checks = found.flatMap((each) => each.checks);
  return {
    measurements,
    checks,
    targets: searchTargets(measurements, checks, settings.sizes),
    leftOut: [...new Set(found.flatMap(({ leftOut }) => leftOut))],
  };
};

type Found = Omit<PartReport, 'targets'>;

const searchNetwork = async (size: number, settings: BenchSettings): Promise<Found> => {
  const { localities, rounds, servers, centres, towns } = settings;
  const say = (what: string) => settings.say(`search, ${wholeNumber(size)}: ${what}`);
  say('create the network and its snapshot');
  const network = benchmarkNetwork(size, localities.all, towns);
  const catalogue = await catalogueOf(network);
  const centresOf = (seed: number, count: number) =>
    drawPlaces(localities.all, seed, strayKm).take(count).toArray();
  const timed = centresOf(timedSeed, timedInRound * centres * rounds);
  const warming = centresOf(warmingSeed, warmingCentres);
  const checked = centresOf(checkedSeed, centres);
  const roundSettings = { rounds, budgetMilliseconds, least };
  const measurements: Measurement[] = [];
  const checks: Check[] = [];
  say('build the indexes');
  const contenders = await openContenders(network, servers);
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
      measurements.push(...(await timeSearches(size, runners, kind, warming, timed, roundSettings)));
    }
    say('check the answers');
    checks.push(...(await checkAnswers(network, contenders, searchKinds, checked)));
  } finally {
    for (const contender of contenders) await contender.close?.();
  }
  say('time and check filtered totals');
  measurements.push(...(await timeFilteredTotals(network, catalogue, timed, roundSettings)));
  checks.push(checkFilteredTotals(network, catalogue, checked));
  const isAbsent = servers && !contenders.some(({ name }) => name === 'PostGIS');
  return { measurements, checks, leftOut: isAbsent ? ['PostGIS: it is not installed'] : [] };
};

/** Creates the catalogue from which functions answer, opened from its snapshot. */
const catalogueOf = async (network: BenchmarkNetwork): Promise<LocationCatalogue> => {
  const bytes = await snapshotOf(locationsOf(network), network.capabilities);
  return openSnapshot(bytes, expectedOf(bytes)).catalogue;
};

/** Has all runners search around the same centres in turn, with other centres in each round. */
const timeSearches = async (
  size: number,
  runners: readonly Runner<Place>[],
  kind: SearchKind,
  warming: readonly Place[],
  centres: readonly Place[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const inRound = Math.floor(centres.length / settings.rounds);
  const timings = await interleaved(
    runners,
    (round) => (round === 0 ? warming : centres.slice((round - 1) * inRound, round * inRound)),
    settings,
  );
  return timings.map(({ name: contender, ...timing }) => ({
    part: 'search',
    what: kind.name,
    contender,
    size,
    unit: 'µs',
    ...timing,
  }));
};

/** How many times faster than each contender a search must be. */
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
/** Milliseconds of a filtered total, by the size of the network. */
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
  const hold = (promise: Omit<Promised, 'part'>, measured: number) => {
    // Servers that are not installed, and sizes that were not measured, promise nothing.
    if (!Number.isNaN(measured)) targets.push(holdAgainst({ part: 'search', ...promise }, measured));
  };
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  for (const size of new Set([smallest, largest])) {
    for (const [own, { name }, against, promised] of timesFaster) {
      const what = own === ownName ? name : `event to answer, ${name}`;
      const times = p50Of(all, name, against, size) / p50Of(all, name, own, size);
      hold({ what, size, against, bound: 'at least', promised }, times);
    }
  }
  for (const size of sizes) {
    const promised = maxFiltered.get(size);
    if (promised !== undefined) {
      const milliseconds = p50Of(all, filteredTotalName, ownName, size) / 1_000;
      hold(
        { what: filteredTotalName, size, against: '', unit: 'ms', bound: 'at most', promised },
        milliseconds,
      );
    }
  }
  if (smallest < largest) {
    const [few, many] = [smallest, largest].map((size) => p50Of(all, nearestFive.name, ownName, size));
    const against = `itself at ${wholeNumber(smallest)}`;
    const what = nearestFive.name;
    hold(
      { what, size: largest, against, bound: 'at most', promised: maxGrowth },
      (many ?? Number.NaN) / (few ?? Number.NaN),
    );
  }
  const own = checks.filter(({ contender }) => contender === ownName);
  const centres = wholeNumber(Math.min(...own.map((check) => check.centres)));
  hold(
    {
      what: `wrong answers around ${centres} random centres, for each kind of search`,
      against: 'brute force',
      unit: '',
      bound: 'at most',
      promised: 0,
    },
    own.reduce((sum, { mismatches }) => sum + mismatches, 0),
  );
  return targets;
};
