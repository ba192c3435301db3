import type { Place } from '../../../shared/spatial/index.ts';
import type { Locality } from './localities.ts';
import { drawNormal, seededRandom } from './seeded-random.ts';

const kilometresOfDegree = 111.2;

/** How far a locality reaches: 600 m for a hamlet, some 6 km for the largest. */
const reachKm = (weight: number): number => 0.6 + 5.4 * Math.sqrt(Math.min(1, weight / 60_000));

/** Coordinates as operators give them: five digits, about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/**
 * An endless draw of places, as many in a locality as its weight asks for, strewn around its centre; `strayKm` lets
 * them lie further out. The same for the same seed.
 */
export function* drawPlaces(localities: readonly Locality[], seed: number, strayKm = 0): Generator<Place> {
  const random = seededRandom(seed);
  const sums = new Float64Array(localities.length);
  let sum = 0;
  for (const [index, { weight }] of localities.entries()) {
    sum += weight;
    sums[index] = sum;
  }
  while (sum > 0) {
    const { lat, lon, weight } = localities[firstAbove(sums, random() * sum)] ?? {
      lat: 0,
      lon: 0,
      weight: 0,
    };
    const spread = (reachKm(weight) / 2 + strayKm) / kilometresOfDegree;
    yield {
      lat: rounded(Math.max(-90, Math.min(90, lat + spread * drawNormal(random)))),
      lon: rounded(lon + (spread * drawNormal(random)) / Math.cos((lat * Math.PI) / 180)),
    };
  }
}

const firstAbove = (ascending: Float64Array, value: number): number => {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
};
