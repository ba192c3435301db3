import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { kilometresBetween } from '../../support/fixture/fixture-oracle.ts';
import { must } from '../checks.ts';

export interface SearchPoint {
  readonly lat: number;
  readonly lon: number;
}

/** A record and how far it is from the search point by our own reckoning. */
interface Measured {
  readonly record: FixtureLocation;
  readonly kilometres: number;
}

/** What two ways of reckoning one distance may differ by. */
const slack = 1e-6;

const byCode = ({ record: one }: Measured, { record: other }: Measured): number =>
  one.location_code < other.location_code ? -1 : Number(one.location_code > other.location_code);

/** The records of an area, nearest first, then by code; those on its very rim are there as well. */
export const measuredWithin = (
  records: readonly FixtureLocation[],
  centre: SearchPoint,
  radiusKm: number,
): Measured[] =>
  records
    .map((record) => ({ record, kilometres: kilometresBetween(centre, record) }))
    .filter(({ kilometres }) => kilometres <= radiusKm + slack)
    .sort((one, other) => one.kilometres - other.kilometres || byCode(one, other));

/** How many of them must be found, and how many may be. */
export const countsOf = (measured: readonly Measured[], radiusKm: number) => ({
  least:
    measured.filter(({ kilometres }) => kilometres <= radiusKm - slack).length + onSpot(measured, radiusKm),
  most: measured.length,
});

/** At radius 0 what lies at the very centre is found for certain. */
const onSpot = (measured: readonly Measured[], radiusKm: number): number =>
  radiusKm === 0 ? measured.filter(({ kilometres }) => kilometres === 0).length : 0;

/** What an answer says of a location. */
export interface FoundAt {
  readonly code: string;
  readonly distance: number;
}

/**
 * That the answer has these locations in this order at these distances. Two may be swapped whose distances are the
 * same but for rounding, unless they are at one spot. Throws Finding.
 */
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
    must(
      Math.abs(distance - own.kilometres) <= 0.0005 + slack,
      `distance of ${code}`,
      own.kilometres,
      distance,
    );
    must(Number(distance.toFixed(3)) === distance, `decimals of the distance of ${code}`, 3, distance);
  }
};
