import { nearbyPointsResponse, pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { expectedPoint } from '../../contract/locations-v2/expected-point.ts';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { offers } from '../../support/fixture/fixture-oracle.ts';
import { must, mustEqual, readBody } from '../checks.ts';
import { type Expected, type Given, parameter, readingOf } from '../operation.ts';
import { checkNearestFirst, countsOf, measuredWithin, type SearchPoint } from '../oracle/expected-search.ts';
import { integerWithin, itemText, list, oneOfThese, single, textUpTo } from '../oracle/readings.ts';
import { inOrder, recordShown } from '../oracle/served-network.ts';
import { integers, lists, words } from '../requests/samples.ts';

export const types = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;

export const pc = parameter('pc', words('AP', 'AP', 'AP', 'XX'), single(textUpTo(120)));
export const usageTypes = parameter('usage_types', lists('1', '2', '3'), list(itemText));
export const typesParameter = parameter('types', lists(...types), list(oneOfThese(...types)));
export const radius = parameter(
  'radius',
  integers(0, 1000, '0', '0', '0', '0', '1', '50'),
  single(integerWithin(0, 1000)),
);
export const services = parameter(
  'services',
  lists('1', '8', '7', '20', '007', '2147483647'),
  list(integerWithin(0, 2_147_483_647)),
);
export const limit = parameter('limit', integers(0, 10_000, '1', '20'), single(integerWithin(0, 10_000)));

export const isOurPartner = (given: Given): boolean => (readingOf(given, pc) ?? 'AP') === 'AP';

const isAsked = (given: Given, takesTypes: boolean): ((record: FixtureLocation) => boolean) => {
  const usages = readingOf(given, usageTypes);
  const wanted: ReadonlySet<string> | undefined = takesTypes ? readingOf(given, typesParameter) : undefined;
  const ours = isOurPartner(given);
  return ({ type, usage_type: usage }) =>
    ours &&
    (!wanted || wanted.has(type)) &&
    (!usages || (type === 'UPL' && usage !== undefined && usages.has(usage)));
};

/** Expects the list of an operation without coordinates, ordered by code. */
export const expectPoints = (
  given: Given,
  takesTypes: boolean,
  matches: (record: FixtureLocation) => boolean,
): Expected => ({
  status: 200,
  check: (response) => {
    const { points } = readBody(pointsResponse, response);
    const asked = isAsked(given, takesTypes);
    const expected = inOrder.filter((record) => matches(record) && asked(record));
    mustEqual(
      'location codes',
      expected.map(({ location_code }) => location_code),
      points.map(({ location_code }) => location_code),
    );
    for (const point of points) {
      mustEqual(`point ${point.location_code}`, expectedPoint(recordShown(point.location_code)), point);
    }
  },
});

export const expectNearby = (given: Given, centre: SearchPoint): Expected => ({
  status: 200,
  check: (response) => {
    const { points } = readBody(nearbyPointsResponse, response);
    const asked = isAsked(given, true);
    const codes = readingOf(given, services);
    const most = readingOf(given, limit) ?? 5;
    const radiusKm = readingOf(given, radius) ?? 50;
    const matching = inOrder.filter((record) => asked(record) && (!codes || offers(record, ...codes)));
    const measured = measuredWithin(matching, centre, radiusKm);
    const counts = countsOf(measured, radiusKm);
    must(points.length >= Math.min(counts.least, most), 'number of points', counts.least, points.length);
    must(points.length <= Math.min(counts.most, most), 'number of points', counts.most, points.length);
    checkNearestFirst(
      points.map(({ location_code, geo_location }) => ({
        code: location_code,
        distance: geo_location.distance,
      })),
      measured,
    );
    for (const { geo_location, ...point } of points) {
      const { distance, ...place } = geo_location;
      const expected = expectedPoint(recordShown(point.location_code));
      mustEqual(`point ${point.location_code}`, expected, { ...point, geo_location: place });
    }
  },
});
