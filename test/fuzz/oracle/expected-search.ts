import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { kilometresBetween } from '../../support/fixture/fixture-oracle.ts';
import { must } from '../checks.ts';

export interface SearchPoint {
  readonly lat: number;
  readonly lon: number;
}

interface Measured {
  readonly record: FixtureLocation;
  readonly kilometres: number;
}

/** Maximum difference in kilometres between two computations of the same distance. */
const slack = 1e-6;

const byCode = ({ record: one }: Measured, { record: other }: Measured): number =>
  one.location_code < other.location_code ? -1 : Number(one.location_code > other.location_code);

/** Returns the records in an area, including those on its edge, ordered by distance and then by code. */
export const measuredWithin = (
  records: readonly FixtureLocation[],
  centre: SearchPoint,
  radiusKm: number,
): Measured[] =>
  records
    .map((record) => ({ record, kilometres: kilometresBetween(centre, record) }))
    .filter(({ kilometres }) => kilometres <= radiusKm + slack)
    .sort((one, other) => one.kilometres - other.kilometres || byCode(one, other));

/** Returns how many locations a search must find, and how many it may. Radius 0 finds those exactly at the centre. */
export const countsOf = (measured: readonly Measured[], radiusKm: number) => {
  const surelyKm = radiusKm === 0 ? 0 : radiusKm - slack;
  return { least: measured.filter(({ kilometres }) => kilometres <= surelyKm).length, most: measured.length };
};

export interface FoundAt {
  readonly code: string;
  readonly distance: number;
}

/** Checks the order and distances. Places may be swapped if their distances differ only by rounding. */
export const checkNearestFirst = (found: readonly FoundAt[], wanted: readonly Measured[]): void => {
  for (const [index, { code, distance }] of found.entries()) {
    const expected = wanted[index];
    const own = wanted.find(({ record }) => record.location_code === code) ?? expected;
    if (expected === undefined || own === undefined) {
      must(false, `location ${index}`, 'none', code);
      return;
    }
    const swappable =
      Math.abs(own.kilometres - expected.kilometres) < slack &&
      !(own.record.lat === expected.record.lat && own.record.lon === expected.record.lon);
    const rightPlace = own.record.location_code === code && (own === expected || swappable);
    must(rightPlace, `location ${index} by distance`, expected.record.location_code, code);
    const isExact = Math.abs(distance - own.kilometres) <= 0.0005 + slack;
    must(isExact, `distance of ${code}`, own.kilometres, distance);
    must(Number(distance.toFixed(3)) === distance, `decimals of the distance of ${code}`, 3, distance);
  }
};
