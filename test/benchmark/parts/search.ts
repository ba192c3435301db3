import type { BenchSettings } from '../bench-settings.ts';
import { benchmarkNetwork, type NetworkModels, sampleModels } from '../network/benchmark-network.ts';
import { drawPlaces } from '../network/draw-places.ts';
import type { Check, Measurement, PartReport } from '../report/bench-report.ts';
import { wholeText } from '../report/number-text.ts';
import { checkAnswers } from '../search/check-answers.ts';
import { openContenders } from '../search/contenders.ts';
import { catalogueOf, checkFilteredTotals, timeFilteredTotals } from '../search/filtered-totals.ts';
import { checkCombinedTotals, timeFirstAskedTotals } from '../search/first-asked-totals.ts';
import { searchKinds } from '../search/search-kinds.ts';
import { searchTargets } from '../search/search-targets.ts';
import { timeSearches } from '../search/time-searches.ts';

/** People look for outlets near where they are, which is near where outlets are. */
const strayKm = 10;
const timedSeed = 5;
const checkedSeed = 1_000;
const warmingSeed = 20_000;
/** The first thousands of searches run before the compiler is through with them. */
const warmingCentres = 20_000;

/**
 * So many times the centres of the checks are searched around in a round, as far as a contender's time allows: a
 * thousand of the quickest are over before the caches are filled again that the contender before has emptied.
 */
const timedInRound = 5;

/** How long a slow contender may take in a round. */
const budgetMilliseconds = 500;
const least = 3;
const sayEvery = 100;

type Found = Omit<PartReport, 'targets'>;

const atSize = async (
  size: number,
  models: NetworkModels,
  { localities, rounds, servers, centres, say }: BenchSettings,
): Promise<Found> => {
  const measurements: Measurement[] = [];
  const checks: Check[] = [];
  const words = (what: string) => say(`search, ${wholeText(size)}: ${what}`);
  words('lays out the network');
  const network = benchmarkNetwork(size, localities.all, models);
  const timed = drawPlaces(localities.all, timedSeed, strayKm)
    .take(timedInRound * centres * rounds)
    .toArray();
  const warming = drawPlaces(localities.all, warmingSeed, strayKm).take(warmingCentres).toArray();
  const checked = drawPlaces(localities.all, checkedSeed, strayKm).take(centres).toArray();
  const settings = { rounds, budgetMilliseconds, least };
  words('builds the indexes');
  const { contenders, absent, close } = await openContenders(network, servers);
  try {
    for (const kind of searchKinds) {
      words(`times ${kind.name}`);
      measurements.push(...(await timeSearches(size, contenders, kind, warming, timed, settings)));
    }
    const progress = (done: number) => {
      if (done % sayEvery === 0) words(`checked around ${done} of ${centres} centres`);
    };
    checks.push(...(await checkAnswers(network, contenders, searchKinds, checked, progress)));
  } finally {
    await close();
  }
  words('times filtered totals');
  const catalogue = catalogueOf(network);
  measurements.push(...(await timeFilteredTotals(network, catalogue, timed, settings)));
  measurements.push(...(await timeFirstAskedTotals(network, catalogue, timed, settings)));
  words('checks filtered totals');
  checks.push(...checkFilteredTotals(network, catalogue, checked));
  checks.push(checkCombinedTotals(network, catalogue, checked));
  return { measurements, checks, leftOut: absent.map((name) => `${name}: it is not installed`) };
};

/** Searches of networks of every size, against brute force, libraries, and servers that are installed. */
export const searchPart = async (settings: BenchSettings): Promise<PartReport> => {
  const models = sampleModels(settings.sampleTowns);
  const found: Found[] = [];
  for (const size of settings.sizes) found.push(await atSize(size, models, settings));
  const measurements = found.flatMap((each) => each.measurements);
  const checks = found.flatMap((each) => each.checks);
  return {
    measurements,
    checks,
    targets: searchTargets(measurements, checks, settings.sizes),
    leftOut: [...new Set(found.flatMap(({ leftOut }) => leftOut))],
  };
};
