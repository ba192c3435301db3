import { openSnapshot } from '../../../shared/data-access/publishing/snapshot/open-snapshot.ts';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../../shared/domain/location/catalogue/filter.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { Place } from '../../../shared/spatial/index.ts';
import { expectedOf, snapshotVersion, writtenSnapshot } from '../../support/networks/snapshot-of.ts';
import { matchesLocationFilter } from '../../support/oracles/matches-location-filter.ts';
import { interleaved, type Rounds, stopwatch } from '../measure/interleaved-rounds.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import type { Check, Measurement } from '../report/bench-report.ts';
import { bruteForceName } from './contenders/brute-force.ts';
import { ownName } from './contenders/own-index.ts';
import { referenceOf } from './reference.ts';

/** A total within 1000 km of what a filter accepts. */
interface FilteredTotal {
  readonly name: string;
  readonly filter: LocationFilter;
}

/** Kilometres around a centre that filtered totals are of. */
export const totalRadiusKm = 1_000;

/**
 * A service that nearly every post office has, and one that few have. The same is asked again and again: what a
 * filter costs the first time is timed with the combinations.
 */
const filteredTotals: readonly FilteredTotal[] = [
  {
    name: 'total in 1000 km, two types, a usual service',
    filter: { types: new Set(['PO', 'DC']), serviceCodes: new Set([20]) },
  },
  {
    name: 'total in 1000 km, two types, a rare service',
    filter: { types: new Set(['PO', 'DC']), serviceCodes: new Set([48]) },
  },
];

const locationsOf = function* ({ size, locationAt }: BenchmarkNetwork) {
  for (let number = 0; number < size; number++) yield locationAt(number);
};

/** The catalogue that functions answer from, opened from its snapshot. Of the locations it keeps the codes alone. */
export const catalogueOf = (network: BenchmarkNetwork): LocationCatalogue<string> => {
  const line = ({ locationCode }: Location) => locationCode;
  const { bytes } = writtenSnapshot(locationsOf(network), network.capabilities, snapshotVersion, line);
  return openSnapshot(bytes, expectedOf(bytes), (kept) => kept);
};

/** How many the filter leaves within reach of a centre. */
export const totalOf = (catalogue: LocationCatalogue<string>, filter: LocationFilter) => (centre: Place) =>
  catalogue.search({ filter, area: { centre, radiusKm: totalRadiusKm }, offset: 0, size: 0 }).total;

/** 1 for each location that the filter accepts. */
export const acceptedBy = ({ models, modelOf }: BenchmarkNetwork, filter: LocationFilter): Uint8Array => {
  const accepted = models.map((model) => (matchesLocationFilter(model, filter) ? 1 : 0));
  return Uint8Array.from(modelOf, (model) => accepted[model] ?? 0);
};

/** Times totals of filtered searches: asked of the whole catalogue, and counted among all places. */
export const timeFilteredTotals = async (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue<string>,
  centres: readonly Place[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const measurements: Measurement[] = [];
  const lookAtAll = referenceOf(network);
  const inRound = Math.floor(centres.length / settings.rounds);
  for (const { name: what, filter } of filteredTotals) {
    const accepted = acceptedBy(network, filter);
    const timings = await interleaved(
      [
        { name: ownName, run: stopwatch(totalOf(catalogue, filter)) },
        {
          name: bruteForceName,
          run: stopwatch((centre: Place) => lookAtAll(centre).count(totalRadiusKm, accepted)),
        },
      ],
      // The round that is not counted has those of the first that is.
      (round) => centres.slice(Math.max(0, round - 1) * inRound, Math.max(1, round) * inRound),
      settings,
    );
    for (const { name: contender, ...taken } of timings) {
      measurements.push({ part: 'search', what, contender, size: network.size, unit: 'µs', ...taken });
    }
  }
  return measurements;
};

/** Holds every total against a count of all places. */
export const checkFilteredTotals = (
  network: BenchmarkNetwork,
  catalogue: LocationCatalogue<string>,
  centres: readonly Place[],
): Check[] => {
  const accepted = filteredTotals.map(({ filter }) => acceptedBy(network, filter));
  const mismatches = filteredTotals.map(() => 0);
  const lookAtAll = referenceOf(network);
  for (const centre of centres) {
    const reference = lookAtAll(centre);
    for (const [index, { filter }] of filteredTotals.entries()) {
      const expected = reference.count(totalRadiusKm, accepted[index]);
      if (totalOf(catalogue, filter)(centre) !== expected) mismatches[index] = (mismatches[index] ?? 0) + 1;
    }
  }
  return filteredTotals.map(({ name: what }, index) => ({
    what,
    contender: ownName,
    size: network.size,
    centres: centres.length,
    mismatches: mismatches[index] ?? 0,
  }));
};
