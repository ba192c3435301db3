import * as fc from 'fast-check';
import { servicesResponse } from '../../../functions/locations-v2/contract.ts';
import { expectedService } from '../../contract/locations-v2/expected-point.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { pointDeliveryPointOf, principalAddressOf } from '../../support/fixture/fixture-oracle.ts';
import { mustEqual, readBody } from '../checks.ts';
import { type Expected, type Given, type Oracle, parameter, readingOf } from '../operation.ts';
import { inPath, integerWithin, listInPath, numberWithin, oneOfThese, textUpTo } from '../oracle/readings.ts';
import { inOrder } from '../oracle/served-network.ts';
import { among, integers, lists, numbers, words } from '../requests/samples.ts';
import * as shared from './point-lists.ts';

const { pc, usageTypes, typesParameter, radius, services, limit, types } = shared;

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
const places = inOrder.map(({ lat, lon }) => ({ lat: String(lat), lon: String(lon) }));

const postcodes = distinct(inOrder.map((each) => principalAddressOf(each).postcode ?? '0'));
const postcode = parameter(
  'postcode',
  integers(0, 9999, '800', '0800', ...postcodes),
  inPath(integerWithin(0, 9999)),
);
const workCentreId = parameter(
  'work_centre_id',
  integers(0, 999_999_999, ...distinct(inOrder.map((each) => String(each.work_centre_id)))),
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
  numbers(-180, 180, fc.constantFrom(...distinct(places.map(({ lon }) => lon)))),
  inPath(numberWithin(-180, 180)),
);
const latitude = parameter(
  'latitude',
  numbers(-90, 90, fc.constantFrom(...distinct(places.map(({ lat }) => lat)))),
  inPath(numberWithin(-90, 90)),
);
const serviceCodes = parameter(
  'service_codes',
  lists(...fixtureNetwork.services.map(({ service_code }) => String(service_code)), '999999', '0'),
  listInPath(integerWithin(0, 2_147_483_647)),
);

const allServices = fixtureNetwork.services.toSorted((one, other) => one.service_code - other.service_code);

const expectServices = (given: Given, isAsked: (code: number) => boolean): Expected => ({
  status: 200,
  check: (response) => {
    const { services: shown } = readBody(servicesResponse, response);
    const expected = allServices.filter(
      ({ service_code }) => shared.isOurPartner(given) && isAsked(service_code),
    );
    mustEqual(
      'services',
      expected.map(expectedService),
      shown.map(({ url_name, categories, ...service }) => service),
    );
  },
});

const common = [pc, usageTypes, typesParameter];

export const locationsV2Oracles: readonly Oracle[] = [
  {
    operationId: 'getGeoLocationsByPostCodeUsingGET',
    parameters: [postcode, ...common],
    expect: (given) =>
      shared.expectPoints(
        given,
        true,
        (record) => Number(principalAddressOf(record).postcode) === readingOf(given, postcode),
      ),
  },
  {
    operationId: 'getGeoLocationsByWcidUsingGET',
    parameters: [workCentreId, ...common],
    expect: (given) =>
      shared.expectPoints(given, true, (record) => record.work_centre_id === readingOf(given, workCentreId)),
  },
  {
    operationId: 'getGeoLocationsByDeliveryPointIdUsingGET',
    parameters: [deliveryPointId, ...common],
    expect: (given) =>
      shared.expectPoints(given, true, (record) => {
        const asked = readingOf(given, deliveryPointId);
        return /^[0-9]+$/.test(asked) && pointDeliveryPointOf(record) === Number(asked);
      }),
  },
  {
    operationId: 'getPointsByLocationCodeUsingGET',
    parameters: [locationCode, pc, usageTypes],
    expect: (given) =>
      shared.expectPoints(given, false, (record) => record.location_code === readingOf(given, locationCode)),
  },
  {
    operationId: 'getPointsByTypeUsingGET',
    parameters: [pointsType, pc, usageTypes],
    expect: (given) =>
      shared.expectPoints(given, false, (record) => record.type === readingOf(given, pointsType)),
  },
  {
    operationId: 'getGeoLocationsUsingGET',
    parameters: [longitude, latitude, ...common, radius, services, limit],
    near: { lat: 'latitude', lon: 'longitude' },
    expect: (given) =>
      shared.expectNearby(given, { lat: readingOf(given, latitude), lon: readingOf(given, longitude) }),
  },
  {
    operationId: 'getServicesUsingGET',
    parameters: [pc],
    expect: (given) => expectServices(given, () => true),
  },
  {
    operationId: 'getServicesByServiceCodesUsingGET',
    parameters: [serviceCodes, pc],
    expect: (given) => expectServices(given, (code) => readingOf(given, serviceCodes).has(code)),
  },
];
