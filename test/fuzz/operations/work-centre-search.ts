import * as fc from 'fast-check';
import type * as z from 'zod';
import {
  type SparseWorkCentresResponse,
  sparseWorkCentresResponse,
  type WorkCentresResponse,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import {
  type CapabilityOpening,
  type SparseWorkCentre,
  type WorkCentre,
  workCentre,
} from '../../../shared/wire/work-centre.ts';
import { expectedWorkCentre, withoutHours } from '../../contract/locations-v3/expected-work-centre.ts';
import { fixtureOverlay } from '../../support/fixture/fixture-catalogue.ts';
import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import {
  addressDeliveryPointOf,
  addressTypesOf,
  codesFoundBy,
  fitOf,
  formerIdsOf,
  isInBox,
  lifecycleOf,
  offers,
  parcelLimitsOf,
  serviceCodesOf,
} from '../../support/fixture/fixture-oracle.ts';
import { extraNames, fieldNames, prune } from '../../support/oracles/prune-fields.ts';
import {
  oracleWords,
  placeNamed,
  placesByAddress,
  searchedFixture,
  textMatches,
} from '../../support/oracles/text-oracle.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';
import { must, mustEqual, readBody } from '../checks.ts';
import {
  type Given,
  isGiven,
  isWrong,
  type Oracle,
  type Parameter,
  parameter,
  readingOf,
} from '../operation.ts';
import {
  checkOpening,
  currentPeriods,
  hoursOfCapability,
  instantAt,
  isOpen,
  openAtText,
  type RequestedAt,
  schedulesOf,
  standardPeriods,
  timeZoneOf,
  weekdayIn,
} from '../oracle/expected-hours.ts';
import { checkNearestFirst, countsOf, measuredWithin } from '../oracle/expected-search.ts';
import {
  integerWithin,
  itemText,
  list,
  numberWithin,
  oneOfThese,
  repeatableList,
  single,
  textList,
  trimBlanks,
  type Wrong,
  wrong,
} from '../oracle/readings.ts';
import { inOrder, recordShown, sampleIds } from '../oracle/served-network.ts';
import { among, integers, lists, mostly, numbers, weighted, words } from '../requests/samples.ts';
import { radius, types } from './locations-v2.ts';

const textLike =
  (pattern: RegExp) =>
  (text: string): string | Wrong =>
    pattern.test(text) ? text : wrong;

const postcodes = inOrder.flatMap(({ addresses }) => addresses.flatMap(({ postcode }) => postcode ?? []));
const deliveryPointsOf = (record: FixtureLocation): string[] =>
  record.addresses.map((address) => addressDeliveryPointOf(record, address)).filter((id) => id !== '');
const deliveryPoints = inOrder.flatMap(deliveryPointsOf);
const capabilityIds = fixtureNetwork.services.map(({ capability_id }) => capability_id);

const textFilter = (name: string, ...known: readonly string[]) => parameter(name, lists(...known), textList);

export const offset = parameter(
  'offset',
  integers(0, 2_147_483_647, '0', '1', '5', '305', '306'),
  single(integerWithin(0, 2_147_483_647)),
);
const size = parameter('size', integers(0, 100, '1', '7'), single(integerWithin(0, 100)));
const type = parameter('type', lists(...types), list(oneOfThese(...types)));
const lat = parameter(
  'lat',
  numbers(-90, 90, fc.constantFrom(...inOrder.map((each) => String(each.lat)))),
  single(numberWithin(-90, 90)),
);
const lon = parameter(
  'lon',
  numbers(-180, 180, fc.constantFrom(...inOrder.map((each) => String(each.lon)))),
  single(numberWithin(-180, 180)),
);
const postcode = parameter(
  'location[addresses.attributes.postcode]',
  words(...postcodes),
  single(textLike(/^[0-9]{4}$/)),
);
const dpid = textFilter('location[addresses.attributes.dpid]', ...deliveryPoints);
const workCentreId = textFilter('attribute[work_centre_id]', '7', '0', '200000', '200003', '999999999');
const access = textFilter('attribute[access_restriction_code]', 'AL', 'RD', 'UD', 'NA');
const placement = textFilter('attribute[location_type_code]', 'GL', 'HN', 'MY', 'RL', 'NA');
const capability = textFilter('attribute[operational_capabilities.id]', ...capabilityIds);
export const fields = parameter(
  'fields',
  lists(...fieldNames, ...extraNames),
  list(oneOfThese(...fieldNames, ...extraNames)),
);

const latitude = numberWithin(-90, 90);
const longitude = numberWithin(-180, 180);
/** Reads the edges of a box in the order west, south, east, north. */
const readBox = (text: string): readonly number[] | Wrong => {
  if (itemText(text) === wrong) return wrong;
  const edges = text.split(',').map((each, side) => [longitude, latitude][side % 2]?.(trimBlanks(each)));
  const numbers = edges.filter((each) => typeof each === 'number');
  const [, south = 0, , north = 0] = numbers;
  return numbers.length === 4 && edges.length === 4 && south <= north ? numbers : wrong;
};
const edge = fc.constantFrom(...inOrder, { lat: -90, lon: -180 }, { lat: 90, lon: 180 }, { lat: 0, lon: 0 });
const boxes = fc
  .tuple(edge, edge)
  .map(([one, other]) =>
    [one.lon, Math.min(one.lat, other.lat), other.lon, Math.max(one.lat, other.lat)].join(','),
  );
const bbox = parameter(
  'bbox',
  mostly(boxes, fc.constantFrom('0,1,0,0', '0,0,0', '0,0,0,0,0,0', '180.1,0,0,0', ' 1 , 2,3 ,4', '1,2,,4')),
  single(readBox),
);

const id = parameter('id', lists(...sampleIds, 'UNKNOWN'), list(textLike(/^[A-Za-z0-9_-]{1,40}$/)));

const natural = (max: number, text: string): number | Wrong =>
  text.startsWith('-') ? wrong : integerWithin(1, max)(text);

/** Validates a parcel and returns its text, because the oracle parses it again. */
const readParcel = (text: string): string | Wrong => {
  const [size = '', grams = '1', ...more] = text.split(',');
  const edges = size.split('x').map((each) => natural(10_000, each));
  const numbers = [...edges, natural(1_000_000, grams), itemText(text)];
  return edges.length === 3 && more.length === 0 && !numbers.includes(wrong) ? text : wrong;
};
export const parcel = parameter(
  'parcel',
  mostly(
    among(
      '640x410x380 380x640x410,16000 300x200x100,1000 300x200x15,500 1050x600x100 1x1x1 10000x1x1,1000000',
    ),
    among('1x1 1x1x1x1 0x1x1 10001x1x1 1x1x1,0 1x1x1, 1X1X1 -1x1x1 1x1x-0 1.0x1x1'),
  ),
  single(readParcel),
);
const parcelStrict = parameter('parcel_strict', words('true', 'false'), single(oneOfThese('true', 'false')));
/** Local times near now, some of them 5 minutes inside or outside the limits of `open_at`. */
const anyLocalTime = weighted(
  [9, fc.integer({ min: -31 * 1440, max: 400 * 1440 })],
  [1, fc.constantFrom(...[-31, 400].flatMap((days) => [days * 1440 - 5, days * 1440 + 5]))],
).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16));
/** Local times, including many at which something in the fixture opens or closes. */
const localTime = fc
  .tuple(
    anyLocalTime,
    fc.constantFrom('', '', '07:00', '09:00', '10:00', '12:30', '13:15', '17:00', '20:00', '23:59', '00:00'),
  )
  .map(([text, time]) => (time === '' ? text : text.slice(0, -time.length) + time));
const localTimeWith = (...ends: readonly string[]) =>
  fc.tuple(localTime, fc.constantFrom(...ends)).map((parts) => parts.join(''));
export const openAt = parameter(
  'open_at',
  mostly(
    fc.oneof(
      fc.constant('now'),
      localTime,
      localTimeWith('Z', ':59z', '+11:00', '-03:30', ' 09:30', ':30.5+05:45', ':00'),
    ),
    fc.oneof(
      fc.constantFrom('NOW', 'now ', '2026-12-24', '17:30', '20261224T1730Z'),
      localTimeWith('+24:00', '+1100', '+11', 'Z ', ':60', ':5', ':00,5Z', '.5Z', 'T'),
      localTime.map((text) => text.replace('T', ' ')),
      fc.constantFrom('02-30', '13-01', '00-10', '02-29').map((day) => `2027-${day}T10:00Z`),
      fc
        .tuple(localTime, fc.constantFrom('24:00', '23:60', '9:00'))
        .map(([text, time]) => text.slice(0, 11) + time),
    ),
  ),
  single(openAtText),
);
const accepting = parameter(
  'accepting',
  mostly(fc.constantFrom('true', 'true', ''), fc.constantFrom('false', 'TRUE', 'true ', '1')),
  single((text) => (text === 'true' ? text : wrong)),
);
const addressTypes = ['STREET_ADDRESS', 'PARCEL_COLLECT', 'COLLECTION_POINT'];
const anyAddress = parameter('location[addresses.type]', lists(...addressTypes), repeatableList(itemText));
const allAddresses = { ...anyAddress, name: 'location[addresses.type:all]' };

const searched = inOrder.map(searchedFixture);
export const places = placesByAddress(searched);

/** Accepts text with at least one letter or digit, and at most `longest` characters and `maxWords` words. */
const searchText = (longest: number, maxWords: number) => (text: string) => {
  const words = oracleWords(text);
  return words.length > 0 && words.length <= maxWords && [...text].length <= longest ? text : wrong;
};

const placeNames = places.flatMap(({ suburb, state, postcode }) => [
  postcode,
  suburb,
  `${suburb}, ${state}`,
  `${suburb} ${state} ${postcode}`,
  suburb.replace(/(.)(.)$/, '$2$1'),
]);
const near = parameter('near', words(...placeNames), single(searchText(120, Number.POSITIVE_INFINITY)));

const texts = searched.flatMap(({ id, name, workCentreId: wcid, addresses: [address] }) => [
  id,
  wcid,
  name,
  name.slice(0, 3),
  `${address?.lines[0]} ${address?.suburb.slice(0, 4)}`,
]);
export const q = parameter('q', words(...texts, ...placeNames), single(searchText(100, 8)));

const ordersOf = (text: string): ReadonlyMap<string, number> =>
  new Map(textMatches(searched, text).map(({ record, order }) => [record.id, order]));

type Matches = (record: FixtureLocation) => boolean;
type Wanted = ReadonlySet<string> | undefined;

const servicesBearing = (ids: ReadonlySet<string>): number[] =>
  fixtureNetwork.services.filter((each) => ids.has(each.capability_id)).map((each) => each.service_code);

const filtersOf = (given: Given): readonly Matches[] => {
  const filter = <T>(
    parameter: Parameter<T | undefined>,
    matches: (location: FixtureLocation, wanted: T) => boolean,
  ) => {
    const wanted = readingOf(given, parameter);
    return wanted === undefined ? [] : [(location: FixtureLocation) => matches(location, wanted)];
  };
  const oneOf = (parameter: Parameter<Wanted>, valuesOf: (location: FixtureLocation) => readonly unknown[]) =>
    filter(parameter, (location, wanted) =>
      valuesOf(location).some((value) => value !== undefined && wanted.has(String(value))),
    );
  const capabilities = readingOf(given, capability);
  const fitting = readingOf(given, parcelStrict) === 'true' ? ['YES'] : ['YES', 'UNKNOWN'];
  return [
    ...filter(openAt, (location, at) => isOpenAt(location, at, capabilities) === true),
    ...filter(bbox, isInBox),
    ...filter(id, ({ location_code }, ids) => [...ids].flatMap(codesFoundBy).includes(location_code)),
    ...filter(parcel, ({ location_code }, sent) => fitting.includes(fitOf(sent, location_code))),
    ...filter(postcode, ({ addresses }, asked) => addresses.some((address) => address.postcode === asked)),
    ...filter(accepting, (location) => expectedAvailability(location).accepting),
    ...filter(capability, (location, ids) => offers(location, ...servicesBearing(ids))),
    ...filter(allAddresses, (location, wanted) => wanted.isSubsetOf(new Set(addressTypesOf(location)))),
    ...oneOf(type, (location) => [location.type]),
    ...oneOf(dpid, deliveryPointsOf),
    ...oneOf(workCentreId, ({ work_centre_id }) => [work_centre_id]),
    ...oneOf(access, (location) => [location.access_restriction_code]),
    ...oneOf(placement, (location) => [location.location_type_code]),
    ...oneOf(anyAddress, addressTypesOf),
  ];
};

/** Returns the availability that a location shows. The fixture's reports never expire. */
const expectedAvailability = ({ location_code: code }: FixtureLocation) => {
  const report = fixtureOverlay.rows.find((row) => row.location_code === code);
  const { accepting = true, reason, until, as_of = fixtureOverlay.updated_at } = report ?? {};
  return accepting ? { accepting, as_of } : { accepting, reason, until, as_of };
};

const isOpenAt = (record: FixtureLocation, at: 'now' | RequestedAt, ids: Wanted): boolean | undefined =>
  isOpen(record, schedulesOf(record, ids), at === 'now' ? Date.now() : instantAt(record, at));

/** Whether no location has opened or closed in the last minute. Only then can a response for `now` be checked. */
const isSettled = (ids: Wanted): boolean => {
  const aMinuteAgo = { time: Date.now() - 60_000, isLocal: false };
  return inOrder.every((record) => isOpenAt(record, 'now', ids) === isOpenAt(record, aMinuteAgo, ids));
};

const checkHours = (record: FixtureLocation, centre: WorkCentre): void => {
  const capabilities = centre.attributes.operational_capabilities ?? [];
  for (const [index, code] of serviceCodesOf(record).entries()) {
    const { standard_hours, current_hours } = capabilities[index]?.attributes ?? {};
    const standard = standardPeriods(record, code);
    mustEqual(`standard hours of ${code} at ${centre.id}`, standard, standard_hours?.periods);
    if (record.time_zone === undefined) continue;
    const now = Date.now();
    const first = current_hours?.periods[0]?.day;
    const today = [now - 60_000, now].map((at) => weekdayIn(record.time_zone ?? '', at));
    const from = today.find((day) => day === first) ?? weekdayIn(record.time_zone, now);
    mustEqual(
      `hours this week of ${code} at ${centre.id}`,
      currentPeriods(record, code, from),
      current_hours?.periods,
    );
  }
};

/** Parts of a request that determine which members of a work centre are shown. */
export interface Shown {
  readonly chosen: ReadonlySet<string> | undefined;
  readonly at: 'now' | RequestedAt | undefined;
  readonly ids?: Wanted;
  readonly parcel: string | undefined;
}

const openingOfCapabilities = 'attributes.operational_capabilities.opening';

/** Checks the openings of a work centre, and returns the work centre without them. Throws Finding. */
const withoutOpenings = (
  { opening, attributes, ...centre }: SparseWorkCentre,
  { chosen, at, ids }: Shown,
): SparseWorkCentre => {
  const record = recordShown(centre.id);
  const check = (
    what: string,
    shown: CapabilityOpening | undefined,
    isExpected: boolean,
    schedules: Parameters<typeof checkOpening>[2]['schedules'],
  ) => {
    must((shown !== undefined) === isExpected, what, isExpected, shown);
    if (!shown) return;
    const expected =
      typeof at === 'object' ? instantAt(record, at) : Math.floor(Date.now() / 60_000) * 60_000;
    const late = expected - Date.parse(shown.at);
    must(late === 0 || (typeof at !== 'object' && late === 60_000), `at of ${what}`, expected, shown.at);
    checkOpening(what, shown, { record, schedules });
  };
  check(`opening of ${centre.id}`, opening, chosen?.has('opening') === true, schedulesOf(record, ids));
  if (opening) must(opening.time_zone === timeZoneOf(record), 'time_zone', timeZoneOf(record), opening);
  const codes = serviceCodesOf(record);
  const capabilities = attributes?.operational_capabilities?.map(({ opening: own, ...capability }, index) => {
    const hours = hoursOfCapability(record, codes[index] ?? Number.NaN);
    const isExpected = hours !== undefined && chosen?.has(openingOfCapabilities) === true;
    check(`opening of ${capability.id} at ${centre.id}`, own, isExpected, hours ? [hours] : []);
    return capability;
  });
  return {
    ...centre,
    ...(attributes && { attributes: { ...attributes, operational_capabilities: capabilities } }),
  };
};

/** Checks the additions that have no times, and returns the work centre without them. */
const withoutExtras = (
  { availability, former_ids, parcel_limits, lifecycle, ...centre }: SparseWorkCentre,
  { chosen, parcel: sent }: Shown,
): SparseWorkCentre => {
  const known = parcelLimitsOf(centre.id);
  const limits = sent === undefined ? known : { ...known, fits: fitOf(sent, centre.id) };
  const all = {
    availability: expectedAvailability(recordShown(centre.id)),
    former_ids: formerIdsOf(centre.id),
    lifecycle: lifecycleOf(centre.id),
    parcel_limits: Object.keys(limits).length > 0 ? limits : undefined,
  };
  const expected = Object.fromEntries(Object.entries(all).filter(([name]) => chosen?.has(name)));
  mustEqual(`extras of ${centre.id}`, expected, { availability, former_ids, parcel_limits, lifecycle });
  return centre;
};

/** Checks a shown work centre. Its hours are checked only if the whole work centre is shown. */
export const checkSelected = (given: WorkCentre | SparseWorkCentre, shown: Shown, distance: number): void => {
  const { chosen } = shown;
  const centre = withoutExtras(given, shown);
  const contract = chosen ? withoutOpenings(centre, shown) : centre;
  const record = recordShown(centre.id);
  const expected = expectedWorkCentre(record, distance);
  if (chosen?.has('*') ?? true) {
    const whole = workCentre.parse(contract);
    mustEqual(`work centre ${whole.id}`, expected, withoutHours(whole));
    checkHours(record, whole);
    return;
  }
  const ids = chosen?.has(openingOfCapabilities) ? ['attributes.operational_capabilities.id'] : [];
  const pruned = prune({ ...expected }, ['id', 'type', ...(chosen ?? []), ...ids]);
  mustEqual(`selected members of ${centre.id}`, pruned, withoutHours(contract));
};

/** Returns the distance that a work centre shows. If `fields` omits it, returns the distance computed here. */
const distanceOf = (
  { id, location }: WorkCentre | SparseWorkCentre,
  measured: ReturnType<typeof measuredWithin>,
): number =>
  location?.attributes?.distance ??
  Number(measured.find(({ record }) => record.location_code === id)?.kilometres.toFixed(3));

/** Null if the place is unknown, undefined if the request has no search point. */
const pointOf = (given: Given): { readonly lat: number; readonly lon: number } | null | undefined => {
  const name = readingOf(given, near);
  if (name !== undefined) return placeNamed(places, name) ?? null;
  const [atLat, atLon] = [readingOf(given, lat), readingOf(given, lon)];
  return atLat === undefined || atLon === undefined ? undefined : { lat: atLat, lon: atLon };
};

/** Checks that better matches precede others, and that equally good matches are ordered by distance. Throws Finding. */
const checkBestFirst = (
  centres: readonly Pick<WorkCentre, 'id'>[],
  orders: ReadonlyMap<string, number>,
  measured: ReturnType<typeof measuredWithin>,
): void => {
  const kilometres = new Map(measured.map((each) => [each.record.location_code, each.kilometres]));
  for (const [index, { id }] of centres.entries()) {
    must(orders.has(id) && kilometres.has(id), `work centre ${index}`, 'a match', id);
    const before = centres[index - 1]?.id ?? id;
    const order = (orders.get(id) ?? 0) - (orders.get(before) ?? 0);
    const further = (kilometres.get(id) ?? 0) - (kilometres.get(before) ?? 0);
    must(order > 0 || (order === 0 && further > -1e-6), `order of ${id}`, `after ${before}`, order);
  }
};

const checkSearch = (given: Given, response: TargetResponse): void => {
  const chosen = readingOf(given, fields);
  const [at, ids] = [readingOf(given, openAt), readingOf(given, capability)];
  const name = readingOf(given, near);
  const schema: z.ZodType<WorkCentresResponse | SparseWorkCentresResponse> =
    chosen || name !== undefined ? sparseWorkCentresResponse : workCentresResponse;
  const body = readBody(schema, response);
  const { pagination, workcentres: centres } = body;
  const point = pointOf(given);
  const expectedPoint = name === undefined ? undefined : point && [point.lat, point.lon];
  const shownPoint = 'search_point' in body ? body.search_point : undefined;
  mustEqual('search point', expectedPoint, shownPoint && [shownPoint.lat, shownPoint.lon]);
  if (at === 'now' && !isSettled(ids)) return;
  const text = readingOf(given, q);
  const orders = text === undefined ? undefined : ordersOf(text);
  const filters = point === null ? [() => false] : filtersOf(given);
  const orderOf = ({ location_code: code }: FixtureLocation) => (orders ? orders.get(code) : 0);
  const matching = inOrder
    .filter((record) => orderOf(record) !== undefined && filters.every((matches) => matches(record)))
    .sort((one, other) => (orderOf(one) ?? 0) - (orderOf(other) ?? 0));
  const start = readingOf(given, offset) ?? 0;
  const end = start + (readingOf(given, size) ?? (readingOf(given, id) ? 100 : 20));
  must(pagination.offset === start, 'pagination.offset', start, pagination.offset);
  must(pagination.size === centres.length, 'pagination.size', centres.length, pagination.size);
  const { total } = pagination;
  if (!point) {
    must(total === matching.length, 'pagination.total', matching.length, total);
    const codes = matching.slice(start, end).map(({ location_code }) => location_code);
    mustEqual(
      'ids',
      codes,
      centres.map((centre) => centre.id),
    );
  } else {
    const radiusKm = readingOf(given, radius) ?? 50;
    const measured = measuredWithin(matching, point, radiusKm);
    const { least, most } = countsOf(measured, radiusKm);
    must(total >= least && total <= most, 'pagination.total', [least, most], total);
    const onPage = Math.max(0, Math.min(total, end) - start);
    must(centres.length === onPage, 'number of work centres', onPage, centres.length);
    const found = centres.map((centre) => ({ code: centre.id, distance: distanceOf(centre, measured) }));
    if (orders) checkBestFirst(centres, orders, measured);
    else checkNearestFirst(found, measured.slice(start, end));
  }
  for (const centre of centres) {
    const distance = centre.location?.attributes?.distance ?? 0;
    must(point !== undefined || distance === 0, 'distance without a search point', 0, distance);
    checkSelected(centre, { chosen, at, ids, parcel: readingOf(given, parcel) }, distance);
  }
};

/** Radius that accepts any values, because the radius is checked only with a search point; see `invalidTogether`. */
const anyRadius = { ...radius, read: (values: readonly string[]) => values };

/** Returns a radius that is repeated or, with a search point, invalid; a missing coordinate; and a second search point. */
const invalidTogether = (given: Given): readonly string[] => {
  const [isLat, isLon, isNear] = [lat, lon, near].map((each) => isGiven(given, each));
  const isRepeated = readingOf(given, anyRadius).length > 1;
  const isWrongRadius = isRepeated || ((isLat || isLon || isNear) && isWrong(given, radius));
  return [
    ...(isLat === isLon ? [] : [isLat ? lon.name : lat.name]),
    ...(isNear && (isLat || isLon) ? [near.name] : []),
    ...(isWrongRadius ? [radius.name] : []),
  ];
};

export const workCentreSearch: Oracle = {
  operationId: 'getWorkCentres',
  parameters: [
    ...[offset, size, type, lat, lon, anyRadius, postcode, dpid, workCentreId, access, placement, capability],
    ...[anyAddress, allAddresses, fields, openAt, bbox, id, parcel, parcelStrict, accepting, near, q],
  ],
  near: { lat: 'lat', lon: 'lon' },
  together: invalidTogether,
  check: checkSearch,
};
