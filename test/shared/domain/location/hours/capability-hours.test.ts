import { describe, expect, it } from 'vitest';
import { capabilityHours } from '../../../../../shared/domain/location/hours/capability-hours.ts';
import { currentHours, standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line, periodsLike } from './week-of-hours.ts';

type HoursFrom = 'LOCATION' | 'HATCH' | undefined;

const hoursOf = (hoursFrom: HoursFrom, location: string, own?: string) =>
  capabilityHours(
    { hours: entriesOf(location) },
    { hours: own === undefined ? undefined : entriesOf(own) },
    { hoursFrom },
  );

const counter = 'MON HOURS 09:00-17:00, MON LUNCH 12:00-13:00';
const closed = '09/03 SPECIAL_CLOSED';
const tenToEleven = '09/03 SPECIAL_HOURS 10:00-11:00';
const tenToTwelve = '09/03 SPECIAL_HOURS 10:00-12:00';
const place = `${counter}, MON HATCH 07:00-19:00, ${closed}, 16/03 SPECIAL_HOURS 10:00-11:00`;
const anySource = ['LOCATION', 'HATCH', undefined] as const;

// hours-by-minute.test.ts covers the minutes of current hours.
describe('the standard hours of a capability', () => {
  const counterWithoutLunch = 'MON 09:00-12:00, MON 13:00-17:00';
  const hatchAndLunch = 'MON HATCH 08:00-16:00, MON LUNCH 12:00-12:30';
  const hatchAndCounter = 'MON HATCH 08:00-16:00, MON HOURS 09:00-12:00';

  it.each<[string, readonly HoursFrom[], string | undefined, string]>([
    ['are those of the service', anySource, 'MON HOURS 10:00-16:00', 'MON 10:00-16:00'],
    ['are those of the location', ['LOCATION'], undefined, counterWithoutLunch],
    ['are the hatch hours, without a lunch break', ['HATCH'], undefined, 'MON 07:00-19:00'],
    [
      'are the hatch hours of the service, without its lunch break',
      anySource,
      hatchAndLunch,
      'MON 08:00-12:00, MON 12:30-16:00',
    ],
    ['are the hatch hours of a service with both', ['HATCH'], hatchAndCounter, 'MON 08:00-16:00'],
    ['are the counter hours of a service with both', ['LOCATION'], hatchAndCounter, 'MON 09:00-12:00'],
    ['of the hatch ignore special entries of the service', ['HATCH'], tenToEleven, 'MON 07:00-19:00'],
  ])('%s', (_title, sources, own, expected) => {
    for (const hoursFrom of sources) {
      const hours = hoursOf(hoursFrom, place, own);
      expect(hours && standardHours(hours).map(line).join(', ')).toBe(expected);
    }
  });
});

it.each<[string, readonly HoursFrom[], string, string?]>([
  ['has no source of hours', [undefined], place],
  ['has no source of hours and only special entries', [undefined], place, tenToTwelve],
  ['gets its hours from a location with only a hatch', ['LOCATION'], 'MON HATCH 07:00-19:00'],
  ['gets its hours from a hatch that does not exist', ['HATCH'], `MON HOURS 09:00-17:00, ${closed}`],
  ['gets its hours from a location without entries', ['LOCATION', 'HATCH'], ''],
  [
    'gets its hours from a location with only lunch and special dates',
    ['LOCATION', 'HATCH'],
    `MON LUNCH 12:00-13:00, ${closed}, 16/03 SPECIAL_HOURS 10:00-12:00`,
  ],
  ['has only special entries, like the location', ['LOCATION', 'HATCH'], closed, tenToEleven],
])('a capability has no hours if it %s', (_title, sources, location, own) => {
  for (const hoursFrom of sources) expect(hoursOf(hoursFrom, location, own)).toBeUndefined();
});

/** Expects these current hours on Monday, 9 March 2026, and on the following days, as far as `expected` names them. */
const expectCurrent = (hours: ReturnType<typeof hoursOf>, expected: string) => {
  const periods = hours && currentHours(hours, 'Australia/Sydney', new Date('2026-03-09T01:00:00Z'));
  expect(periodsLike(expected, periods ?? [])).toBe(expected);
};

describe('the current hours of a capability that takes its hours from the location', () => {
  it.each<[string, string, string | undefined, string]>([
    ['close with the location', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'are special if the hours of the location are special',
      `${counter}, ${tenToEleven}`,
      undefined,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow only the special entries of the service on dates that have such entries',
      place,
      tenToEleven,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow special entries of the location on other dates',
      `${counter}, ${tenToEleven}`,
      '16/03 SPECIAL_CLOSED',
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
  ])('%s', (_title, location, own, expected) => {
    expectCurrent(hoursOf('LOCATION', location, own), expected);
  });
});

describe('the current hours of a capability that has its own hours', () => {
  const own = 'MON HOURS 06:00-20:00';

  it.each<[string, string, string, string]>([
    ['close with the location', closed, own, 'MON SPECIAL_CLOSED, TUE CLOSED'],
    [
      'close with the location even if the service has a special lunch',
      closed,
      `${own}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      'MON SPECIAL_CLOSED',
    ],
    [
      'ignore a closure of the location if they are special on its date',
      closed,
      `${own}, ${tenToTwelve}`,
      'MON SPECIAL_HOURS 10:00-12:00',
    ],
    [
      'ignore special hours and special lunch of the location',
      `${tenToTwelve}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      own,
      'MON HOURS 06:00-20:00',
    ],
  ])('%s', (_title, location, entries, expected) => {
    expectCurrent(hoursOf('LOCATION', location, entries), expected);
  });
});

describe("the current hours of a capability that takes its hours from the location's hatch", () => {
  it.each<[string, string, string | undefined, string]>([
    ['close with the location', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'follow special hours of the service even when the hatch is closed',
      place,
      '09/03 SPECIAL_HOURS 05:00-06:00',
      'MON SPECIAL_HOURS 05:00-06:00',
    ],
  ])('%s', (_title, location, own, expected) => {
    expectCurrent(hoursOf('HATCH', location, own), expected);
  });

  it.each<[string, string, string]>([
    [
      'are limited to the special hours of the location',
      `08:00-11:00, ${tenToTwelve}, 09/03 SPECIAL_HOURS 07:00-09:00`,
      'MON SPECIAL_HOURS 08:00-09:00, MON SPECIAL_HOURS 10:00-11:00',
    ],
    ['are special even if not shortened', `10:00-11:00, ${tenToTwelve}`, 'MON SPECIAL_HOURS 10:00-11:00'],
    ['stay closed on days without a hatch', '08:00-11:00, 10/03 SPECIAL_HOURS 10:00-12:00', 'TUE CLOSED'],
    ['ignore a special lunch', '08:00-11:00, 09/03 SPECIAL_LUNCH 10:00-10:30', 'MON HOURS 08:00-11:00'],
  ])('%s', (_title, hatch, expected) => {
    expectCurrent(hoursOf('HATCH', `MON HOURS 09:00-17:00, MON HATCH ${hatch}`), expected);
  });
});
