import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  locationRecord,
  maxAddresses,
  maxHours,
  maxHoursOfWeekday,
  maxServices,
  maxSpecialHoursOfDate,
} from '../../../../shared/domain/importing/location-record.ts';
import { formatDate } from '../../../../shared/domain/location/hours/calendar.ts';
import { type Location, location } from '../../../../shared/domain/location/location.ts';
import { locationTypes } from '../../../../shared/domain/location/location-types.ts';
import { toWorkCentre } from '../../../../shared/wire/work-centre-view.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';
import { aCapability } from '../../../support/networks/network-records.ts';
import { issuesIn } from './issues-in.ts';

const address = { address_line_1: '44 Main Street', postcode: '0800' };
const minimal = {
  location_code: '350748_PO',
  type: 'PO',
  work_centre_id: 350748,
  lat: -33.87,
  lon: 151.2,
  addresses: [address],
};

const errorOf = (fields: object) => issuesIn(locationRecord, { ...minimal, ...fields });

const withAddress = (fields: object) => ({ ...minimal, addresses: [{ ...address, ...fields }] });
const withHour = (hour: object) => ({ ...minimal, hours: [hour] });

describe('a line of the locations file', () => {
  it('gets defaults for omitted fields', () => {
    const expected: Location = {
      locationCode: '350748_PO',
      type: 'PO',
      partnerCode: 'AP',
      description: 'Post Office',
      workCentreId: 350748,
      coordinates: { lat: -33.87, lon: 151.2 },
      timeZone: 'Australia/Sydney',
      addresses: [
        {
          type: 'STREET_ADDRESS',
          addressLine1: '44 Main Street',
          suburb: '',
          state: '',
          postcode: '0800',
          countryCode: 'AU',
          countryName: 'Australia',
        },
      ],
      services: [],
      hours: [],
    };
    expect(locationRecord.parse(minimal)).toStrictEqual(expected);
  });

  it('ignores null, blank and unknown fields', () => {
    const line = {
      ...withAddress({ address_line_2: null, delivery_point_id: ' ', country_code: null, floor: 3 }),
      name: '',
      phone_number: null,
      delivery_point_id: null,
      usage_type: null,
      time_zone: null,
      services: null,
      hours: null,
      colour: 'red',
    };
    expect(locationRecord.parse(line)).toStrictEqual(locationRecord.parse(minimal));
  });

  it('gets the name of a country from its code, and may have no postcode and a numeric delivery point', () => {
    const given = { country_code: 'NZ', postcode: null, delivery_point_id: 987 };
    const [address] = locationRecord.parse(withAddress(given)).addresses;
    expect(address).toMatchObject({ countryName: 'New Zealand', postcode: '', deliveryPointId: '987' });
  });

  it.each([
    ['ameRICa/new_york', 'America/New_York'],
    ['Australia/NSW', 'Australia/NSW'],
  ])('normalises the time zone %s to %s', (time_zone, timeZone) => {
    expect(locationRecord.parse({ ...minimal, time_zone }).timeZone).toBe(timeZone);
  });

  it('keeps the last entry if a service is duplicated', () => {
    const hours = [{ type: 'HOURS', weekday: 0, start_time: '09:00', end_time: '10:00' }];
    const services = [{ code: 1 }, { code: 2, hours }, { code: 1, hours }, { code: 2, hours: [] }];
    const offered = locationRecord.parse({ ...minimal, services }).services;
    expect(offered.map(({ code }) => code)).toEqual([1, 2]);
    expect(offered[0]?.hours).toHaveLength(1);
    expect(offered[1]).toStrictEqual({ code: 2 });
  });

  it('keeps dates and former codes, and parcel limits with the longest edge first', () => {
    const line = {
      ...minimal,
      opens_on: '2028-02-29',
      closes_on: '2028-02-29',
      hours_confirmed_on: '2026-11-27',
      former_codes: ['350749_PO', 'old-1'],
      parcel_limits: { edges: [1, 10_000, 2], girth: 40_000, weight: 1_000_000 },
    };
    expect(locationRecord.parse(line)).toStrictEqual({
      ...locationRecord.parse(minimal),
      opensOn: '2028-02-29',
      closesOn: '2028-02-29',
      hoursConfirmedOn: '2026-11-27',
      formerCodes: ['350749_PO', 'old-1'],
      parcelLimits: { edges: [10_000, 2, 1], girth: 40_000, weight: 1_000_000 },
    });
    // An empty object means unknown limits. If it is absent, the limits of the type apply.
    expect(locationRecord.parse({ ...minimal, parcel_limits: {} }).parcelLimits).toStrictEqual({});
    const partly = { edges: null, girth: null, weight: 5 };
    expect(locationRecord.parse({ ...minimal, parcel_limits: partly }).parcelLimits).toStrictEqual({
      weight: 5,
    });
    const none = { ...minimal, former_codes: [], parcel_limits: null, opens_on: null, closes_on: null };
    expect(locationRecord.parse(none)).toStrictEqual(locationRecord.parse(minimal));
  });

  it.each([
    [-31.55, 159.08, 'Australia/Lord_Howe'],
    [-31.95, 115.86, 'Australia/Perth'],
    [-10.42, 105.68, 'Indian/Christmas'],
  ])('gets the time zone of its coordinates: %d, %d is in %s', (lat, lon, timeZone) => {
    expect(locationRecord.parse({ ...minimal, lat, lon }).timeZone).toBe(timeZone);
  });

  it('becomes a canonical record at any coordinates', async () => {
    const degrees = (limit: number) => evenlyBetween(-limit, limit);
    await fc.assert(
      fc.property(degrees(90), degrees(180), fc.constantFrom(...locationTypes), (lat, lon, type) => {
        const record = locationRecord.parse({ ...minimal, lat, lon, type });
        expect(location.parse(record)).toStrictEqual(record);
        expect(() => new Intl.DateTimeFormat('en', { timeZone: record.timeZone })).not.toThrow();
      }),
      {
        examples: [
          [90, 180, 'PO'],
          [-90, -180, 'PO'],
          [0, 180, 'PO'],
        ],
      },
    );
  });
});

describe('an invalid line of the locations file (C22, G16)', () => {
  it.each([
    ['location_code', { location_code: 'a b' }],
    ['location_code', { location_code: 'x'.repeat(41) }],
    ['location_code', { location_code: 'WPTEST-FULL' }],
    ['former_codes', { former_codes: ['A', 'B', 'A'] }],
    ['former_codes', { former_codes: ['A', '350748_PO'] }],
    ['former_codes', { former_codes: Array.from({ length: 21 }, (_, index) => `${index}`) }],
    ['former_codes[1]', { former_codes: ['A', 'a b'] }],
    ['opens_on', { opens_on: '01/07/2027' }],
    ['closes_on', { closes_on: '2027-06-30T00:00:00Z' }],
    ['closes_on', { opens_on: '2027-07-01', closes_on: '2027-06-30' }],
    ['hours_confirmed_on', { hours_confirmed_on: true }],
    ['parcel_limits.edges', { parcel_limits: { edges: [1, 2] } }],
    ['parcel_limits.edges[2]', { parcel_limits: { edges: [1, 2, 10_001] } }],
    ['parcel_limits.girth', { parcel_limits: { girth: 40_001 } }],
    ['parcel_limits.weight', { parcel_limits: { weight: 0 } }],
    ['type', { type: 'po' }],
    ['work_centre_id', { work_centre_id: 1_000_000_000 }],
    ['delivery_point_id', { delivery_point_id: 1_000_000_000 }],
    ['usage_type', { usage_type: '3' }],
    ['lat', { lat: 90.0000001 }],
    ['lon', { lon: -180.5 }],
    ['time_zone', { time_zone: 'Australia/Atlantis' }],
    ['time_zone', { time_zone: '+10:00' }],
    ['time_zone', { time_zone: 'australia/nsw' }],
    ['addresses', { addresses: [] }],
    ['addresses[0].address_line_1', withAddress({ address_line_1: ' ' })],
    ['addresses[0].postcode', withAddress({ postcode: '800' })],
    ['addresses[0].type', withAddress({ type: 'HOME' })],
    ['addresses[0].country_code', withAddress({ country_code: 'AUS' })],
    ['services[0].code', { services: [{ code: 2 ** 31 }] }],
    ['services[0].hours[0].type', { services: [{ code: 1, hours: [{ type: 'OPEN' }] }] }],
  ])('is rejected only for its %s', (field, fields) => {
    const issues = errorOf(fields);
    expect(issues).toMatch(/^[^;]+$/);
    expect(issues?.split(': ')[0]).toBe(field);
  });

  it.each([null, [], 'text', 17])('is rejected if it is %j', (line) => {
    expect(issuesIn(locationRecord, line)).toMatch(/^(is missing|must be an object)$/);
  });

  it('lists every error with the name of the field in the file', () => {
    const line = { ...withAddress({ postcode: '80' }), lat: undefined, type: 'XX' };
    expect(errorOf(line)?.split('; ').sort()).toEqual([
      'addresses[0].postcode: must be four digits',
      'lat: is missing',
      'type: must be one of PO, UPL, R_SPB, C_SPB, OS, DC',
    ]);
  });

  it('lists at most ten errors', () => {
    const errors = errorOf({ hours: Array.from({ length: 2000 }, () => ({ type: 'x' })) });
    expect(errors?.split('; ')).toHaveLength(11);
    expect(errors).toMatch(/; and 1990 more$/);
  });
});

const times = { start_time: '09:00', end_time: '17:00' };
const dates = { start_date: '01/02/2026', end_date: '01/02/2026' };
const usual = { type: 'HOURS', weekday: 0, ...times };
const closed = { type: 'SPECIAL_CLOSED', ...dates };

describe('an entry of hours', () => {
  it.each([
    usual,
    { type: 'LUNCH', weekday: 6, ...times },
    { type: 'HATCH', weekday: 3, start_time: '00:00', end_time: '23:59' },
    { type: 'SPECIAL_HOURS', ...times, ...dates },
    { type: 'SPECIAL_LUNCH', weekday: 2, ...times, ...dates },
    { ...closed, start_time: null },
    { ...closed, start_date: '29/02/2028', end_date: '29/02/2028' },
    { ...closed, start_date: '24/12/2025', end_date: '02/01/2026' },
  ])('accepts %j', (hour) => {
    expect(errorOf(withHour(hour))).toBeUndefined();
  });

  it.each([
    ['weekday: is required for HOURS', { type: 'HOURS', ...times }],
    ['weekday: is required for LUNCH', { type: 'LUNCH', ...times }],
    ['end_time: is required for LUNCH', { type: 'LUNCH', weekday: 0, start_time: '12:00' }],
    ['start_time: is required for HATCH', { type: 'HATCH', weekday: 0, end_time: '12:00' }],
    ['start_time: is required for SPECIAL_HOURS', { type: 'SPECIAL_HOURS', end_time: '12:00', ...dates }],
    ['end_time: is required for SPECIAL_LUNCH', { type: 'SPECIAL_LUNCH', start_time: '12:00', ...dates }],
    [
      'start_date: is required for SPECIAL_LUNCH',
      { type: 'SPECIAL_LUNCH', ...times, end_date: '01/02/2026' },
    ],
    ['start_date: is required for SPECIAL_CLOSED', { type: 'SPECIAL_CLOSED', end_date: '01/02/2026' }],
    ['end_date: must not be before start_date', { ...closed, end_date: '31/01/2026' }],
    ['weekday: must be from 0 (Monday) to 6 (Sunday)', { ...usual, weekday: 7 }],
    ['weekday: must be an integer', { ...usual, weekday: 'MON' }],
    ['end_time: must be a time of day as hh:mm', { ...usual, end_time: '24:00' }],
    ['start_time: must be a time of day as hh:mm', { ...usual, start_time: '9:00' }],
    ['start_time: Invalid input: expected string, received number', { ...usual, start_time: 9 }],
    ['start_date: must be a real date, DD/MM/YYYY', { ...closed, start_date: '29/02/2026' }],
    ['start_date: must be a real date, DD/MM/YYYY', { ...closed, start_date: '1/2/2026' }],
    ['end_date: must be a real date, DD/MM/YYYY', { ...closed, end_date: '2026-03-01' }],
  ])('is rejected with "%s"', (fault, hour) => {
    expect(errorOf(withHour(hour))).toBe(`hours[0].${fault}`);
  });

  it('is rejected with all its errors', () => {
    expect(errorOf({ hours: ['text'] })).toBe('hours[0]: must be an object');
    const hour = { type: 'SPECIAL_HOURS', start_time: '09:00', ...dates, end_date: '31/01/2026' };
    expect(errorOf(withHour(hour))?.split('; ')).toHaveLength(2);
  });
});

it.each([
  ...[{ type: 'OPEN' }, { weekday: 7 }, { weekday: 1.5 }, { startTime: 'x09:00' }, { endTime: '09:60' }],
  ...[{ startDate: '30/02/2028' }, { endDate: '2028-03-01' }],
])('a stored location is rejected with hours that have %j', (part) => {
  const hour = { type: 'SPECIAL_HOURS', weekday: 6, startTime: '00:00', endTime: '23:59', ...part };
  expect(location.safeParse({ ...locationRecord.parse(minimal), hours: [hour] }).success).toBe(false);
});

const repeated = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Periods of 19 minutes from 10:10, one every 20 minutes. */
const period = (index: number) => ({
  start_time: clock(610 + 20 * index),
  end_time: clock(629 + 20 * index),
});

const ofMonday = (type: string) => (index: number) => ({ type, weekday: 0, ...period(index) });
const onChristmas = (type: string) => (index: number) => ({
  type,
  ...period(index),
  start_date: '24/12/2026',
  end_date: `${25 + (index % 3)}/12/2026`,
});

const planned = (count: number) =>
  repeated(count, (index) => {
    const date = formatDate(20_000 + Math.floor(index / 2));
    return { type: 'SPECIAL_HOURS', ...period(index % 2), start_date: date, end_date: date };
  });

/** Field, error, maximum number and factory of each bounded list. */
const bounds: readonly [string, string, number, (index: number) => object][] = [
  ['addresses', 'must have at most 20 addresses', maxAddresses, () => address],
  ['services', 'must have at most 150 services', maxServices, (code: number) => ({ code })],
  [
    'hours',
    'must have at most 12 HOURS, LUNCH and HATCH entries on a weekday, but has 13 on weekday 0',
    maxHoursOfWeekday,
    (index: number) => ofMonday(['HOURS', 'LUNCH', 'HATCH'][index % 3] ?? '')(index),
  ],
  [
    'hours',
    'must have at most 12 special entries on a date, but has 13 on 24/12/2026',
    maxSpecialHoursOfDate,
    (index: number) =>
      onChristmas(['SPECIAL_HOURS', 'SPECIAL_LUNCH', 'SPECIAL_CLOSED'][index % 3] ?? '')(index),
  ],
];

describe('the limits of a line in the locations file', () => {
  it.each(bounds)('apply to %s: "%s"', (field, fault, max, make) => {
    expect(errorOf({ [field]: repeated(max, make) })).toBeUndefined();
    expect(errorOf({ [field]: repeated(max + 1, make) })).toBe(`${field}: ${fault}`);
    if (field === 'hours')
      expect(errorOf({ services: [{ code: 1, hours: repeated(max + 1, make) }] })).toBe(
        `services[0].hours: ${fault}`,
      );
  });

  it('allow two years of special days, and at most 2,000 entries', () => {
    expect(errorOf({ hours: planned(2 * 731) })).toBeUndefined();
    expect(errorOf({ hours: planned(maxHours) })).toBeUndefined();
    expect(errorOf({ hours: planned(maxHours + 1) })).toBe('hours: must have at most 2000 entries');
  });

  it('are checked before the items of a list are parsed', () => {
    const zeros = repeated(100_000, () => 0);
    for (const field of ['addresses', 'services', 'hours'] as const)
      expect(errorOf({ [field]: zeros })).toMatch(new RegExp(`^${field}: must have at most \\d+ [a-z]+$`));
  });

  it('apply to the total number of hour entries of all services', () => {
    const services = (count: number) =>
      repeated(count, (code) => ({ code, hours: repeated(2_000, () => 0) }));
    expect(errorOf({ services: services(5) })).toBe('services: must have at most 8000 hour entries in total');
    expect(errorOf({ services: services(4) })).toMatch(/^services\[0\]\.hours\[0\]: must be an object; /);
  });
});

/** Location with the largest possible response in version 3: a closure splits every period of every day. */
const full = {
  ...minimal,
  services: repeated(maxServices, (code) => ({ code })),
  hours: [
    ...repeated(7, (weekday) =>
      repeated(maxHoursOfWeekday, (index) => ({ type: 'HOURS', weekday, ...period(index) })),
    ).flat(),
    ...repeated(maxSpecialHoursOfDate, (index) => ({
      type: 'SPECIAL_CLOSED',
      start_time: clock(615 + 20 * index),
      end_time: clock(616 + 20 * index),
      start_date: '01/01/2020',
      end_date: '31/12/2040',
    })),
  ],
};

const render = (record: unknown) =>
  JSON.stringify(
    toWorkCentre(location.parse(record), {
      distanceKm: 1,
      capabilityOf: (code: number) => ({ ...aCapability(code), hoursFrom: 'LOCATION' }),
      now: new Date('2026-11-23T00:00:00Z'),
    }),
  );

it('renders a location at all limits in less than 5 MB', () => {
  const bytes = Buffer.byteLength(JSON.stringify(render(locationRecord.parse(full))));
  expect(bytes).toBeGreaterThan(3.5e6);
  expect(bytes).toBeLessThan(5e6);
});

it('renders a stored location that exceeds the limits', () => {
  const stored = locationRecord.parse(full);
  const crowded = {
    ...stored,
    hours: repeated(30, () => stored.hours).flat(),
    addresses: repeated(30, () => stored.addresses[0]),
  };
  expect(render(crowded)).toBe(render({ ...stored, addresses: crowded.addresses }));
});
