import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { matchesLocationFilter } from '../../support/oracles/matches-location-filter.ts';
import { interleaved, type Rounds, stopwatch } from '../measure.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import type { Check, Measurement } from '../report/report.ts';
import { countWithin, measurePlaces } from './check-answers.ts';
import { ownName } from './contenders.ts';

export const filteredTotalName = 'filtered total in 1000 km, each filter used once';

const radiusKm = 1_000;

interface Task {
  readonly filter: LocationFilter;
  readonly centre: Place;
}

export const timeFilteredTotals = (
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
export const checkFilteredTotals = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue,
  centres: readonly Place[],
): Check => {
  const distancesFrom = measurePlaces(network);
  const combinations = filterCombinations(network);
  const wrong = centres.filter((centre, place) => {
    const filter = combinations[place % combinations.length] ?? {};
    const expected = countWithin(distancesFrom(centre), radiusKm, acceptedBy(network, filter));
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
  catalogue.search({ filter, area: { centre, radiusKm }, offset: 0, size: 0 }).total;

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
