import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../../../shared/domain/importing/import-field.ts';
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

const address = { address_line_1: '44 Main Street' };
const least = {
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

const complaint = (fields: object): string | undefined => {
  const { error } = locationRecord.safeParse({ ...least, ...fields });
  return error && describeIssues(error);
};

/** Of which list, what its complaint says, how many there may be, and one of them. */
const bounds: readonly [string, string, number, (index: number) => object][] = [
  ['addresses', 'must have at most 20 addresses', maxAddresses, () => address],
  ['services', 'must have at most 150 services', maxServices, (code: number) => ({ code })],
  [
    'hours',
    'must have at most 12 of HOURS, LUNCH and HATCH on a weekday, and has 13 on weekday 0',
    maxHoursOfWeekday,
    (index: number) => ofMonday(['HOURS', 'LUNCH', 'HATCH'][index % 3] ?? '')(index),
  ],
  [
    'hours',
    'must have at most 12 special entries on a date, and has 13 on 24/12/2026',
    maxSpecialHoursOfDate,
    (index: number) =>
      onChristmas(['SPECIAL_HOURS', 'SPECIAL_LUNCH', 'SPECIAL_CLOSED'][index % 3] ?? '')(index),
  ],
];

describe('a line of the locations file', () => {
  it.each(bounds)('rejects one of %s more than the limit: %s', (field, fault, most, make) => {
    expect(complaint({ [field]: times(most, make) })).toBeUndefined();
    expect(complaint({ [field]: times(most + 1, make) })).toBe(`${field}: ${fault}`);
  });

  it('accepts two years of special days, and 2,000 entries', () => {
    expect(complaint({ hours: planned(2 * 731) })).toBeUndefined();
    expect(complaint({ hours: planned(maxHours) })).toBeUndefined();
    expect(complaint({ hours: planned(maxHours + 1) })).toBe('hours: must have at most 2000 entries');
  });

  it('limits the hours of its services as its own', () => {
    const services = [{ code: 1, hours: times(maxHoursOfWeekday + 1, ofMonday('HATCH')) }];
    expect(complaint({ services })).toBe(
      'services[0].hours: must have at most 12 of HOURS, LUNCH and HATCH on a weekday, and has 13 on weekday 0',
    );
  });

  it('counts its lists before it reads their items', () => {
    const zeros = times(100_000, () => 0);
    for (const field of ['addresses', 'services', 'hours'] as const)
      expect(complaint({ [field]: zeros })).toMatch(new RegExp(`^${field}: must have at most \\d+ [a-z]+$`));
  });

  it('limits the entries of hours of all services together', () => {
    const services = (count: number) => times(count, (code) => ({ code, hours: times(2_000, () => 0) }));
    expect(complaint({ services: services(5) })).toBe(
      'services: must have at most 8000 entries of hours in all',
    );
    expect(complaint({ services: services(4) })).toMatch(/^services\[0\]\.hours\[0\]: must be an object; /);
  });

  it('accepts the limit on each weekday and each date', () => {
    const week = times(7, (weekday) =>
      times(12, (index) => ({ ...ofMonday('HOURS')(index), weekday })),
    ).flat();
    expect(complaint({ hours: [...week, ...times(12, onChristmas('SPECIAL_CLOSED'))] })).toBeUndefined();
  });
});

/** As much as version 3 can be made to show: each date has all that its weekday may have, each cut in two. */
const full = {
  ...least,
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

const shown = (record: unknown) =>
  JSON.stringify(
    toWorkCentre(location.parse(record), {
      distanceKm: 1,
      capabilityOf: (code: number) => ({ ...aCapability(code), hoursFrom: 'LOCATION' }),
      now: new Date('2026-11-23T00:00:00Z'),
    }),
  );

it('shows a location at all limits in less than 5 MB', () => {
  const bytes = Buffer.byteLength(JSON.stringify(shown(locationRecord.parse(full))));
  expect(bytes).toBeGreaterThan(3.5e6);
  expect(bytes).toBeLessThan(5e6);
});

it('shows a stored location that exceeds the limits', () => {
  const stored = locationRecord.parse(full);
  const crowded = {
    ...stored,
    hours: times(30, () => stored.hours).flat(),
    addresses: times(30, () => stored.addresses[0]),
  };
  expect(shown(crowded)).toBe(shown({ ...stored, addresses: crowded.addresses }));
});
