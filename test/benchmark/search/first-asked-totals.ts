import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { interleaved, type Rounds, type Runner, stopwatch } from '../measure/interleaved-rounds.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import type { Check, Measurement } from '../report/bench-report.ts';
import { bruteForceName } from './contenders/brute-force.ts';
import { ownName } from './contenders/own-index.ts';
import { everyNth, filterCombinations, singleValues } from './filter-combinations.ts';
import { acceptedBy, totalOf, totalRadiusKm } from './filtered-totals.ts';
import { referenceOf } from './reference.ts';

/** A total of what a combination of values leaves, each of which was asked for before, but never the combination. */
export const firstAskedName = 'filtered total in 1000 km, never asked before';
/** The same, right after it. */
const askedAgainName = 'filtered total in 1000 km, the same again';

interface Task {
  readonly filter: LocationFilter;
  readonly centre: Place;
}

/** Each combination once, around the centres by turns. */
const tasksOf = ({ models }: BenchmarkNetwork, centres: readonly Place[]): Task[] =>
  filterCombinations(models).flatMap((filter, place) => {
    const centre = centres[place % centres.length];
    return centre ? [{ filter, centre }] : [];
  });

const runnersOf = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue<string>,
): readonly Runner<Task>[] => {
  const lookAtAll = referenceOf(network);
  const ask = ({ filter, centre }: Task) => totalOf(catalogue, filter)(centre);
  return [
    // Ahead of the others: whoever asks later in a round does not ask for the first time.
    { name: ownName, run: stopwatch(ask) },
    {
      name: askedAgainName,
      run: (task) => {
        // At a million locations what came before a few dozen others is forgotten.
        ask(task);
        return stopwatch(ask)(task);
      },
    },
    {
      name: bruteForceName,
      run: ({ filter, centre }) => {
        const accepted = acceptedBy(network, filter);
        return stopwatch((place: Place) => lookAtAll(place).count(totalRadiusKm, accepted))(centre);
      },
    },
  ];
};

/** Times totals of combinations that the catalogue has never been asked for, and the same again. */
export const timeFirstAskedTotals = async (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue<string>,
  centres: readonly Place[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const { size, models } = network;
  const tasks = tasksOf(network, centres);
  for (const filter of singleValues(models)) catalogue.search({ filter, offset: 0, size: 0 });
  const timings = await interleaved(
    runnersOf(network, catalogue),
    (round) => everyNth(tasks, settings.rounds + 1, round),
    settings,
  );
  return timings.map(({ name, ...taken }) => ({
    part: 'search',
    what: name === askedAgainName ? name : firstAskedName,
    contender: name === askedAgainName ? ownName : name,
    size,
    unit: 'µs',
    ...taken,
  }));
};

/** Holds totals of combinations, by turns, against a count of all places. */
export const checkCombinedTotals = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue<string>,
  centres: readonly Place[],
): Check => {
  const lookAtAll = referenceOf(network);
  const combinations = filterCombinations(network.models);
  const wrong = centres.filter((centre, place) => {
    const filter = combinations[place % combinations.length] ?? {};
    const expected = lookAtAll(centre).count(totalRadiusKm, acceptedBy(network, filter));
    return totalOf(catalogue, filter)(centre) !== expected;
  });
  return {
    what: firstAskedName,
    contender: ownName,
    size: network.size,
    centres: centres.length,
    mismatches: wrong.length,
  };
};
