import * as fc from 'fast-check';
import {
  nearbyPointsResponse,
  pointsResponse,
  servicesResponse,
} from '../../../functions/locations-v2/contract.ts';
import { expectedPoint, expectedService } from '../../contract/locations-v2/expected-point.ts';
import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { offers, pointDeliveryPointOf, principalAddressOf } from '../../support/fixture/fixture-oracle.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { must, mustEqual, readBody } from '../checks.ts';
import { type Given, type Oracle, type Parameter, parameter, readingOf } from '../operation.ts';
import { checkNearestFirst, countsOf, measuredWithin } from '../oracle/expected-search.ts';
import {
  inPath,
  integerWithin,
  itemText,
  list,
  listInPath,
  numberWithin,
  oneOfThese,
  single,
  textUpTo,
} from '../oracle/readings.ts';
import { inOrder, recordShown } from '../oracle/served-network.ts';
import { among, integers, lists, numbers, words } from '../requests/samples.ts';

export const types = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;

const pc = parameter('pc', words('AP', 'AP', 'AP', 'XX'), single(textUpTo(120)));
const usageTypes = parameter('usage_types', lists('1', '2', '3'), list(itemText));
const typesParameter = parameter('types', lists(...types), list(oneOfThese(...types)));
export const radius = parameter(
  'radius',
  integers(0, 1000, '0', '0', '0', '0', '1', '50'),
  single(integerWithin(0, 1000)),
);
const services = parameter(
  'services',
  lists('1', '8', '7', '20', '007', '2147483647'),
  list(integerWithin(0, 2_147_483_647)),
);
const limit = parameter('limit', integers(0, 10_000, '1', '20'), single(integerWithin(0, 10_000)));

const distinct = (values: readonly unknown[]): string[] => [...new Set(values.map(String))];
const postcodes = distinct(inOrder.map((each) => principalAddressOf(each).postcode ?? '0'));
const postcode = parameter(
  'postcode',
  integers(0, 9999, '800', '0800', ...postcodes),
  inPath(integerWithin(0, 9999)),
);
const workCentreId = parameter(
  'work_centre_id',
  integers(0, 999_999_999, ...distinct(inOrder.map((each) => each.work_centre_id))),
  inPath(integerWithin(0, 999_999_999)),
);
const deliveryPointId = parameter(
  'delivery_point_id',
  fc.oneof(
    words(...inOrder.flatMap((record) => pointDeliveryPointOf(record)?.toString() ?? [])),
    among(`000000005 0000000005 123456789 1234567890 xxxxxxxxx ${'\u{1f4ee}'.repeat(9)}`),
    fc.constantFrom('5.0', '5e0', '-5', '\u0665', '5 '),
  ),
  inPath(textUpTo(9)),
);
const locationCode = parameter(
  'location_code',
  words(...inOrder.map(({ location_code }) => location_code)),
  inPath(textUpTo(Number.POSITIVE_INFINITY)),
);
const pointsType = parameter('points_type', words(...types), inPath(oneOfThese(...types)));
const longitude = parameter(
  'longitude',
  numbers(-180, 180, fc.constantFrom(...distinct(inOrder.map(({ lon }) => lon)))),
  inPath(numberWithin(-180, 180)),
);
const latitude = parameter(
  'latitude',
  numbers(-90, 90, fc.constantFrom(...distinct(inOrder.map(({ lat }) => lat)))),
  inPath(numberWithin(-90, 90)),
);
const serviceCodes = parameter(
  'service_codes',
  lists(...fixtureNetwork.services.map(({ service_code }) => String(service_code)), '999999', '0'),
  listInPath(integerWithin(0, 2_147_483_647)),
);

const filters: readonly Parameter[] = [pc, usageTypes, typesParameter];

const isOurPartner = (given: Given): boolean => (readingOf(given, pc) ?? 'AP') === 'AP';

/** Returns the locations that match the common filters, ordered by code. */
const filtered = (given: Given): readonly FixtureLocation[] => {
  const usages = readingOf(given, usageTypes);
  const wanted: ReadonlySet<string> | undefined = readingOf(given, typesParameter);
  return inOrder.filter(
    ({ type, usage_type: usage }) =>
      isOurPartner(given) &&
      (!wanted || wanted.has(type)) &&
      (!usages || (type === 'UPL' && usage !== undefined && usages.has(usage))),
  );
};

const withoutTypes = (given: Given): Given =>
  new Map([...given].filter(([name]) => name !== typesParameter.name));

/** Expects the locations that match the value of a path parameter, ordered by code. */
const listOracle = <T>(
  operationId: string,
  own: Parameter<T>,
  matches: (record: FixtureLocation, asked: T) => boolean,
  others = filters,
): Oracle => ({
  operationId,
  parameters: [own, ...others],
  check: (given, response) => {
    const { points } = readBody(pointsResponse, response);
    const asked = readingOf(given, own);
    const all = filtered(others === filters ? given : withoutTypes(given));
    const expected = all.filter((record) => matches(record, asked)).map(expectedPoint);
    must(points.length === expected.length, 'number of points', expected.length, points.length);
    for (const [index, point] of points.entries())
      mustEqual(`point ${point.location_code}`, expected[index], point);
  },
});

const checkNearby = (given: Given, response: TargetResponse): void => {
  const { points } = readBody(nearbyPointsResponse, response);
  const centre = { lat: readingOf(given, latitude), lon: readingOf(given, longitude) };
  const codes = readingOf(given, services);
  const most = readingOf(given, limit) ?? 5;
  const radiusKm = readingOf(given, radius) ?? 50;
  const matching = filtered(given).filter((record) => !codes || offers(record, ...codes));
  const measured = measuredWithin(matching, centre, radiusKm);
  const counts = countsOf(measured, radiusKm);
  must(points.length >= Math.min(counts.least, most), 'number of points', counts.least, points.length);
  must(points.length <= Math.min(counts.most, most), 'number of points', counts.most, points.length);
  checkNearestFirst(
    points.map(({ location_code: code, geo_location: { distance } }) => ({ code, distance })),
    measured,
  );
  for (const { geo_location, ...point } of points) {
    const { distance, ...place } = geo_location;
    const expected = expectedPoint(recordShown(point.location_code));
    mustEqual(`point ${point.location_code}`, expected, { ...point, geo_location: place });
  }
};

const allServices = fixtureNetwork.services.toSorted((one, other) => one.service_code - other.service_code);

const checkServices = (given: Given, response: TargetResponse, codes?: ReadonlySet<number>): void => {
  const { services: shown } = readBody(servicesResponse, response);
  const expected = isOurPartner(given)
    ? allServices.filter(({ service_code }) => codes?.has(service_code) ?? true)
    : [];
  mustEqual(
    'services',
    expected.map(expectedService),
    shown.map(({ url_name, categories, ...service }) => service),
  );
};

export const locationsV2Oracles: readonly Oracle[] = [
  listOracle(
    'getGeoLocationsByPostCodeUsingGET',
    postcode,
    (record, asked) => Number(principalAddressOf(record).postcode) === asked,
  ),
  listOracle(
    'getGeoLocationsByWcidUsingGET',
    workCentreId,
    ({ work_centre_id }, asked) => work_centre_id === asked,
  ),
  listOracle(
    'getGeoLocationsByDeliveryPointIdUsingGET',
    deliveryPointId,
    (record, asked) => /^[0-9]+$/.test(asked) && pointDeliveryPointOf(record) === Number(asked),
  ),
  listOracle(
    'getPointsByLocationCodeUsingGET',
    locationCode,
    ({ location_code }, asked) => location_code === asked,
    [pc, usageTypes],
  ),
  listOracle('getPointsByTypeUsingGET', pointsType, ({ type }, asked) => type === asked, [pc, usageTypes]),
  {
    operationId: 'getGeoLocationsUsingGET',
    parameters: [longitude, latitude, ...filters, radius, services, limit],
    near: { lat: 'latitude', lon: 'longitude' },
    check: checkNearby,
  },
  { operationId: 'getServicesUsingGET', parameters: [pc], check: checkServices },
  {
    operationId: 'getServicesByServiceCodesUsingGET',
    parameters: [serviceCodes, pc],
    check: (given, response) => checkServices(given, response, readingOf(given, serviceCodes)),
  },
];
