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
import { location } from '../../../../shared/domain/location/location.ts';
import { toWorkCentre } from '../../../../shared/wire/work-centre-view.ts';
import { aCapability } from '../../../support/networks/network-records.ts';
import { issuesIn } from './issues-in.ts';

const address = { address_line_1: '44 Main Street' };
const minimal = {
  location_code: '350748_PO',
  type: 'PO',
  work_centre_id: 350748,
  lat: -33.87,
  lon: 151.2,
  addresses: [address],
};

const times = <Item>(count: number, make: (index: number) => Item) =>
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

/** Two special periods for each date, one date after the other. */
const planned = (count: number) =>
  times(count, (index) => {
    const date = formatDate(20_000 + Math.floor(index / 2));
    return { type: 'SPECIAL_HOURS', ...period(index % 2), start_date: date, end_date: date };
  });

const errorOf = (fields: object) => issuesIn(locationRecord, { ...minimal, ...fields });

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
    expect(errorOf({ [field]: times(max, make) })).toBeUndefined();
    expect(errorOf({ [field]: times(max + 1, make) })).toBe(`${field}: ${fault}`);
    if (field === 'hours')
      expect(errorOf({ services: [{ code: 1, hours: times(max + 1, make) }] })).toBe(
        `services[0].hours: ${fault}`,
      );
  });

  it('allow two years of special days, and at most 2,000 entries', () => {
    expect(errorOf({ hours: planned(2 * 731) })).toBeUndefined();
    expect(errorOf({ hours: planned(maxHours) })).toBeUndefined();
    expect(errorOf({ hours: planned(maxHours + 1) })).toBe('hours: must have at most 2000 entries');
  });

  it('are checked before the items of a list are parsed', () => {
    const zeros = times(100_000, () => 0);
    for (const field of ['addresses', 'services', 'hours'] as const)
      expect(errorOf({ [field]: zeros })).toMatch(new RegExp(`^${field}: must have at most \\d+ [a-z]+$`));
  });

  it('apply to the total number of hour entries of all services', () => {
    const services = (count: number) => times(count, (code) => ({ code, hours: times(2_000, () => 0) }));
    expect(errorOf({ services: services(5) })).toBe('services: must have at most 8000 hour entries in total');
    expect(errorOf({ services: services(4) })).toMatch(/^services\[0\]\.hours\[0\]: must be an object; /);
  });
});

/** Location with the largest possible response in version 3: a closure splits every period of every day. */
const full = {
  ...minimal,
  services: times(maxServices, (code) => ({ code })),
  hours: [
    ...times(7, (weekday) =>
      times(maxHoursOfWeekday, (index) => ({ type: 'HOURS', weekday, ...period(index) })),
    ).flat(),
    ...times(maxSpecialHoursOfDate, (index) => ({
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
    hours: times(30, () => stored.hours).flat(),
    addresses: times(30, () => stored.addresses[0]),
  };
  expect(render(crowded)).toBe(render({ ...stored, addresses: crowded.addresses }));
});
