import { describe, expect, it } from 'vitest';
import type { Capability } from '../../../../../shared/domain/capability/capability.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/capability-hours.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours, standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import type { Location } from '../../../../../shared/domain/location/location.ts';
import { line, special } from './week-of-hours.ts';

const monday = (type: HourEntry['type'], startTime: string, endTime: string): HourEntry => ({
  type,
  weekday: 0,
  startTime,
  endTime,
});

const locationWith = (hours: HourEntry[]): Location => ({
  locationCode: '1_PO',
  type: 'PO',
  partnerCode: 'AP',
  description: 'Post Office',
  workCentreId: 1,
  coordinates: { lat: -33.87, lon: 151.2 },
  timeZone: 'Australia/Sydney',
  addresses: [
    {
      type: 'STREET_ADDRESS',
      addressLine1: '1 Main Street',
      suburb: '',
      state: '',
      postcode: '2000',
      countryCode: 'AU',
      countryName: 'Australia',
    },
  ],
  services: [],
  hours,
});

const capabilityFrom = (hoursFrom?: 'LOCATION' | 'HATCH'): Capability => ({
  serviceCode: 7,
  capabilityId: '7',
  name: 'PARCEL_PICKUP',
  description: 'Parcel pickup',
  urlName: 'Parcel%20pickup',
  appointmentRequired: false,
  searchable: true,
  serviceOffering: true,
  hoursFrom,
  categories: [],
  partnerCode: 'AP',
});

const closure = special('SPECIAL_CLOSED', ['09/03/2026', '09/03/2026']);
const location = locationWith([
  monday('HOURS', '09:00', '17:00'),
  monday('LUNCH', '12:00', '13:00'),
  monday('HATCH', '07:00', '19:00'),
  special('SPECIAL_HOURS', ['16/03/2026', '16/03/2026'], ['10:00', '11:00']),
  closure,
]);

type Hours = ReturnType<typeof capabilityHours>;

const standard = (hours: Hours) => hours && standardHours(hours).map(line);

const week = (hours: Hours, now: string) =>
  hours && currentHours(hours, location.timeZone, new Date(now)).map(line);

/** The first period of a week that begins today. */
const today = (hours: Hours, now: string) => week(hours, now)?.slice(0, 1);
const usualMonday = '2026-03-02T01:00:00Z';
const closedMonday = '2026-03-09T01:00:00Z';
const specialMonday = '2026-03-16T01:00:00Z';

describe('capabilityHours', () => {
  it('are those of the offered service where it has its own', () => {
    const offered = { code: 7, hours: [monday('HOURS', '10:00', '16:00')] };
    for (const hoursFrom of ['LOCATION', 'HATCH', undefined] as const) {
      const hours = capabilityHours(location, offered, capabilityFrom(hoursFrom));
      expect(standard(hours)).toEqual(['MON 10:00-16:00']);
      expect(today(hours, usualMonday)).toEqual(['MON HOURS 10:00-16:00']);
    }
  });

  it('are else those of the location, special dates included, where the capability says so', () => {
    const hours = capabilityHours(location, { code: 7 }, capabilityFrom('LOCATION'));
    expect(standard(hours)).toEqual(['MON 09:00-12:00', 'MON 13:00-17:00']);
    expect(today(hours, closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
    expect(today(hours, specialMonday)).toEqual(['MON SPECIAL_HOURS 10:00-11:00']);
  });

  it('are those of the hatch, which keeps no lunch but closes with the place', () => {
    const hours = capabilityHours(location, { code: 7 }, capabilityFrom('HATCH'));
    expect(standard(hours)).toEqual(['MON 07:00-19:00']);
    expect(today(hours, closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
  });

  it('of a service with hatch entries of its own are these, less the lunch beside them', () => {
    const offered = {
      code: 7,
      hours: [monday('HATCH', '08:00', '16:00'), monday('LUNCH', '12:00', '12:30')],
    };
    for (const hoursFrom of ['LOCATION', 'HATCH', undefined] as const) {
      const entries = capabilityHours(location, offered, capabilityFrom(hoursFrom));
      expect(standard(entries)).toEqual(['MON 08:00-12:00', 'MON 12:30-16:00']);
    }
  });

  it('of a service with both kinds of its own are those that the capability follows', () => {
    const offered = {
      code: 7,
      hours: [monday('HATCH', '08:00', '16:00'), monday('HOURS', '09:00', '12:00')],
    };
    expect(standard(capabilityHours(location, offered, capabilityFrom('HATCH')))).toEqual([
      'MON 08:00-16:00',
    ]);
    expect(standard(capabilityHours(location, offered, capabilityFrom('LOCATION')))).toEqual([
      'MON 09:00-12:00',
    ]);
  });

  it('are none where the capability follows nothing, or what it follows has none', () => {
    const hatchOnly = locationWith([monday('HATCH', '07:00', '19:00')]);
    const withoutHatch = locationWith([monday('HOURS', '09:00', '17:00'), closure]);
    expect(capabilityHours(location, { code: 7 }, capabilityFrom())).toBeUndefined();
    expect(capabilityHours(location, { code: 7, hours: [] }, capabilityFrom())).toBeUndefined();
    expect(capabilityHours(hatchOnly, { code: 7 }, capabilityFrom('LOCATION'))).toBeUndefined();
    expect(capabilityHours(withoutHatch, { code: 7 }, capabilityFrom('HATCH'))).toBeUndefined();
    expect(capabilityHours(locationWith([]), { code: 7 }, capabilityFrom('LOCATION'))).toBeUndefined();
  });
});

const on = (date: string, type: HourEntry['type'], ...times: readonly [string?, string?]) =>
  special(type, [date, date], times);
const [monday9th, monday16th] = ['09/03/2026', '16/03/2026'];

describe('a service with hours of its own', () => {
  const ownHours = monday('HOURS', '06:00', '20:00');
  const hoursAt = (place: readonly HourEntry[], ...own: readonly HourEntry[]) =>
    capabilityHours(
      { hours: [...place] },
      { code: 7, hours: [ownHours, ...own] },
      capabilityFrom('LOCATION'),
    );

  it('closes when the location is specially closed', () => {
    expect(week(hoursAt([closure]), closedMonday)?.slice(0, 2)).toEqual(['MON SPECIAL_CLOSED', 'TUE CLOSED']);
    expect(today(hoursAt([closure]), usualMonday)).toEqual(['MON HOURS 06:00-20:00']);
  });

  it('closes during the times of the special closure', () => {
    const afternoon = on(monday9th, 'SPECIAL_CLOSED', '14:00', '22:00');
    expect(today(hoursAt([afternoon]), closedMonday)).toEqual(['MON SPECIAL_HOURS 06:00-14:00']);
  });

  it('closes until the end of a special closure over midnight', () => {
    const night = on('08/03/2026', 'SPECIAL_CLOSED', '22:00', '07:00');
    expect(today(hoursAt([night]), closedMonday)).toEqual(['MON SPECIAL_HOURS 07:00-20:00']);
  });

  it('stays closed with the location on dates with a special lunch of its own', () => {
    const lunch = on(monday9th, 'SPECIAL_LUNCH', '12:00', '13:00');
    expect(today(hoursAt([closure], lunch), closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
    const morning = on(monday9th, 'SPECIAL_CLOSED', '06:00', '08:00');
    expect(week(hoursAt([morning], lunch), closedMonday)?.slice(0, 2)).toEqual([
      'MON SPECIAL_HOURS 08:00-12:00',
      'MON SPECIAL_HOURS 13:00-20:00',
    ]);
  });

  it('ignores special closures of the location on dates with special hours of its own', () => {
    const short = on(monday9th, 'SPECIAL_HOURS', '10:00', '12:00');
    expect(today(hoursAt([closure], short), closedMonday)).toEqual(['MON SPECIAL_HOURS 10:00-12:00']);
    const later = on(monday16th, 'SPECIAL_HOURS', '10:00', '12:00');
    expect(today(hoursAt([closure], later), closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
  });

  it('keeps its hours when the location has special hours or a special lunch', () => {
    const short = on(monday9th, 'SPECIAL_HOURS', '10:00', '12:00');
    const lunch = on(monday9th, 'SPECIAL_LUNCH', '12:00', '13:00');
    expect(today(hoursAt([short, lunch]), closedMonday)).toEqual(['MON HOURS 06:00-20:00']);
  });

  it('closes when the location is specially closed, also if its hours are those of a hatch', () => {
    const offered = { code: 7, hours: [monday('HATCH', '06:00', '20:00')] };
    const hours = capabilityHours({ hours: [closure] }, offered, capabilityFrom('HATCH'));
    expect(today(hours, closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
  });
});

describe('a service with only special entries of its own', () => {
  const special10to11 = on(monday9th, 'SPECIAL_HOURS', '10:00', '11:00');
  const hoursWith = (hoursFrom: 'LOCATION' | 'HATCH' | undefined, ...own: readonly HourEntry[]) =>
    capabilityHours(location, { code: 7, hours: [...own] }, capabilityFrom(hoursFrom));

  it('takes its usual hours from the location or its hatch', () => {
    expect(standard(hoursWith('LOCATION', special10to11))).toEqual(['MON 09:00-12:00', 'MON 13:00-17:00']);
    expect(standard(hoursWith('HATCH', special10to11))).toEqual(['MON 07:00-19:00']);
  });

  it('takes the special entries of the location, except on dates with one of its own', () => {
    const hours = hoursWith('LOCATION', special10to11);
    expect(today(hours, closedMonday)).toEqual(['MON SPECIAL_HOURS 10:00-11:00']);
    expect(today(hours, specialMonday)).toEqual(['MON SPECIAL_HOURS 10:00-11:00']);
    expect(today(hoursWith('LOCATION', on(monday16th, 'SPECIAL_CLOSED')), closedMonday)).toEqual([
      'MON SPECIAL_CLOSED',
    ]);
    expect(today(hoursWith('LOCATION', on(monday16th, 'SPECIAL_CLOSED')), specialMonday)).toEqual([
      'MON SPECIAL_CLOSED',
    ]);
  });

  it('opens during special hours of its own when the hatch is closed', () => {
    const early = on(monday9th, 'SPECIAL_HOURS', '05:00', '06:00');
    expect(today(hoursWith('HATCH', early), closedMonday)).toEqual(['MON SPECIAL_HOURS 05:00-06:00']);
  });

  it('closes during a lunch of its own too', () => {
    expect(standard(hoursWith('HATCH', monday('LUNCH', '11:00', '12:00')))).toEqual([
      'MON 07:00-11:00',
      'MON 12:00-19:00',
    ]);
  });

  it('has no hours when it takes its usual hours from nowhere, or from a location that has none', () => {
    expect(hoursWith(undefined, special10to11)).toBeUndefined();
    for (const hoursFrom of ['LOCATION', 'HATCH'] as const) {
      const offered = { code: 7, hours: [special10to11] };
      expect(capabilityHours({ hours: [closure] }, offered, capabilityFrom(hoursFrom))).toBeUndefined();
    }
  });
});

describe('a capability that takes its hours from a location without usual hours', () => {
  it('has none, even if the location has special dates', () => {
    const hours = [closure, on(monday16th, 'SPECIAL_HOURS', '10:00', '12:00')];
    const lunch = monday('LUNCH', '12:00', '13:00');
    for (const hoursFrom of ['LOCATION', 'HATCH'] as const) {
      expect(capabilityHours({ hours }, { code: 7 }, capabilityFrom(hoursFrom))).toBeUndefined();
      expect(
        capabilityHours({ hours: [...hours, lunch] }, { code: 7 }, capabilityFrom(hoursFrom)),
      ).toBeUndefined();
    }
  });
});

describe('a capability that takes its hours from the hatch', () => {
  const hatchWith = (hatch: readonly [string, string], ...entries: readonly HourEntry[]) =>
    capabilityHours(
      { hours: [monday('HOURS', '09:00', '17:00'), monday('HATCH', ...hatch), ...entries] },
      { code: 7 },
      capabilityFrom('HATCH'),
    );
  const short = on(monday9th, 'SPECIAL_HOURS', '10:00', '12:00');

  it('opens only during special hours of the location', () => {
    expect(today(hatchWith(['08:00', '11:00'], short), closedMonday)).toEqual([
      'MON SPECIAL_HOURS 10:00-11:00',
    ]);
    const morning = on(monday9th, 'SPECIAL_HOURS', '07:00', '09:00');
    expect(week(hatchWith(['08:00', '11:00'], short, morning), closedMonday)?.slice(0, 2)).toEqual([
      'MON SPECIAL_HOURS 08:00-09:00',
      'MON SPECIAL_HOURS 10:00-11:00',
    ]);
  });

  it('closes when it would open only outside the special hours', () => {
    expect(today(hatchWith(['07:00', '09:00'], short), closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
    const unreadable = on(monday9th, 'SPECIAL_HOURS', '10:00', '10:00');
    expect(today(hatchWith(['07:00', '09:00'], unreadable), closedMonday)).toEqual(['MON SPECIAL_CLOSED']);
  });

  it('has special hours even when they do not shorten it', () => {
    expect(today(hatchWith(['10:00', '11:00'], short), closedMonday)).toEqual([
      'MON SPECIAL_HOURS 10:00-11:00',
    ]);
  });

  it('stays closed on a day on which it never opens', () => {
    const tuesday = on('10/03/2026', 'SPECIAL_HOURS', '10:00', '12:00');
    expect(week(hatchWith(['08:00', '11:00'], tuesday), closedMonday)?.[1]).toBe('TUE CLOSED');
  });

  it('closes during special closures within the special hours', () => {
    const closed = on(monday9th, 'SPECIAL_CLOSED', '10:30', '10:45');
    expect(week(hatchWith(['08:00', '11:00'], short, closed), closedMonday)?.slice(0, 2)).toEqual([
      'MON SPECIAL_HOURS 10:00-10:30',
      'MON SPECIAL_HOURS 10:45-11:00',
    ]);
  });

  it('ignores a special lunch of the location', () => {
    const lunch = on(monday9th, 'SPECIAL_LUNCH', '10:00', '10:30');
    expect(today(hatchWith(['08:00', '11:00'], lunch), closedMonday)).toEqual(['MON HOURS 08:00-11:00']);
  });

  it('opens past midnight as long as the special hours last', () => {
    const night = on(monday9th, 'SPECIAL_HOURS', '23:00', '01:00');
    expect(week(hatchWith(['22:00', '02:00'], night), closedMonday)?.slice(0, 2)).toEqual([
      'MON SPECIAL_HOURS 23:00-23:59',
      'TUE SPECIAL_HOURS 00:00-01:00',
    ]);
    const tuesday = on('10/03/2026', 'SPECIAL_HOURS', '10:00', '12:00');
    expect(week(hatchWith(['22:00', '02:00'], tuesday), closedMonday)?.slice(0, 2)).toEqual([
      'MON HOURS 22:00-23:59',
      'TUE HOURS 00:00-02:00',
    ]);
  });
});
