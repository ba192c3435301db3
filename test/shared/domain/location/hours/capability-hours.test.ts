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
const place = `${counter}, MON HATCH 07:00-19:00, 09/03 SPECIAL_CLOSED, 16/03 SPECIAL_HOURS 10:00-11:00`;

describe('the standard hours of a capability', () => {
  it.each<[string, readonly HoursFrom[], string | undefined, string]>([
    [
      'are those of the service',
      ['LOCATION', 'HATCH', undefined],
      'MON HOURS 10:00-16:00',
      'MON 10:00-16:00',
    ],
    ['are those of the location', ['LOCATION'], undefined, 'MON 09:00-12:00, MON 13:00-17:00'],
    ['are those of the hatch, without its lunch', ['HATCH'], undefined, 'MON 07:00-19:00'],
    [
      'are those of the hatch of the service, less its lunch',
      ['LOCATION', 'HATCH', undefined],
      'MON HATCH 08:00-16:00, MON LUNCH 12:00-12:30',
      'MON 08:00-12:00, MON 12:30-16:00',
    ],
    [
      'follow the hatch of a service with both',
      ['HATCH'],
      'MON HATCH 08:00-16:00, MON HOURS 09:00-12:00',
      'MON 08:00-16:00',
    ],
    [
      'follow the counter of a service with both',
      ['LOCATION'],
      'MON HATCH 08:00-16:00, MON HOURS 09:00-12:00',
      'MON 09:00-12:00',
    ],
    [
      'are those of the location if the service has only special entries',
      ['LOCATION'],
      '09/03 SPECIAL_HOURS 10:00-11:00',
      'MON 09:00-12:00, MON 13:00-17:00',
    ],
    [
      'are those of the hatch if the service has only special entries',
      ['HATCH'],
      '09/03 SPECIAL_HOURS 10:00-11:00',
      'MON 07:00-19:00',
    ],
    [
      'are those of the hatch, less a lunch of the service',
      ['HATCH'],
      'MON LUNCH 11:00-12:00',
      'MON 07:00-11:00, MON 12:00-19:00',
    ],
  ])('%s', (_title, sources, own, expected) => {
    for (const hoursFrom of sources) {
      const hours = hoursOf(hoursFrom, place, own);
      expect(hours && standardHours(hours).map(line).join(', ')).toBe(expected);
    }
  });
});

it.each<[string, readonly HoursFrom[], string, string?]>([
  ['takes its hours from nowhere', [undefined], place],
  ['takes its hours from nowhere and has an empty list', [undefined], place, ''],
  [
    'has only special entries and takes its hours from nowhere',
    [undefined],
    place,
    '09/03 SPECIAL_HOURS 10:00-11:00',
  ],
  ['takes its hours from a location with only a hatch', ['LOCATION'], 'MON HATCH 07:00-19:00'],
  [
    'takes its hours from a hatch that is not there',
    ['HATCH'],
    'MON HOURS 09:00-17:00, 09/03 SPECIAL_CLOSED',
  ],
  ['takes its hours from a location without entries', ['LOCATION', 'HATCH'], ''],
  [
    'takes its hours from a location with only lunch and special dates',
    ['LOCATION', 'HATCH'],
    'MON LUNCH 12:00-13:00, 09/03 SPECIAL_CLOSED, 16/03 SPECIAL_HOURS 10:00-12:00',
  ],
  [
    'has only special entries, as has the location',
    ['LOCATION', 'HATCH'],
    '09/03 SPECIAL_CLOSED',
    '09/03 SPECIAL_HOURS 10:00-11:00',
  ],
])('a capability has no hours if it %s', (_title, sources, location, own) => {
  for (const hoursFrom of sources) expect(hoursOf(hoursFrom, location, own)).toBeUndefined();
});

const own = 'MON HOURS 06:00-20:00';
const hatch = 'MON HOURS 09:00-17:00, MON HATCH';
const late = '09/03 SPECIAL_HOURS 10:00-12:00';

describe('the current hours of a capability on Monday, 9 March 2026', () => {
  it.each<[string, HoursFrom, string, string | undefined, string]>([
    ['close with the location', 'LOCATION', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'are special with the location',
      'LOCATION',
      `${counter}, 09/03 SPECIAL_HOURS 10:00-11:00`,
      undefined,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    ['close with the location of the hatch', 'HATCH', place, undefined, 'MON SPECIAL_CLOSED'],
    [
      'of its own close with the location',
      'LOCATION',
      '09/03 SPECIAL_CLOSED',
      own,
      'MON SPECIAL_CLOSED, TUE CLOSED',
    ],
    [
      'of its own hatch close with the location',
      'HATCH',
      '09/03 SPECIAL_CLOSED',
      'MON HATCH 06:00-20:00',
      'MON SPECIAL_CLOSED',
    ],
    ['of its own stay on other dates', 'LOCATION', '02/03 SPECIAL_CLOSED', own, 'MON HOURS 06:00-20:00'],
    [
      'of its own close during a special closure with times',
      'LOCATION',
      '09/03 SPECIAL_CLOSED 14:00-22:00',
      own,
      'MON SPECIAL_HOURS 06:00-14:00',
    ],
    [
      'of its own close with the location in spite of a special lunch of its own',
      'LOCATION',
      '09/03 SPECIAL_CLOSED',
      `${own}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      'MON SPECIAL_CLOSED',
    ],
    [
      'of its own ignore special closures of the location on dates with special hours of its own',
      'LOCATION',
      '09/03 SPECIAL_CLOSED',
      `${own}, ${late}`,
      'MON SPECIAL_HOURS 10:00-12:00',
    ],
    [
      'of its own follow special closures of the location on other dates',
      'LOCATION',
      '09/03 SPECIAL_CLOSED',
      `${own}, 16/03 SPECIAL_HOURS 10:00-12:00`,
      'MON SPECIAL_CLOSED',
    ],
    [
      'of its own ignore special hours and special lunch of the location',
      'LOCATION',
      `${late}, 09/03 SPECIAL_LUNCH 12:00-13:00`,
      own,
      'MON HOURS 06:00-20:00',
    ],
    [
      'follow only special entries of its own on their date',
      'LOCATION',
      place,
      '09/03 SPECIAL_HOURS 10:00-11:00',
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow special entries of the location on other dates',
      'LOCATION',
      `${counter}, 09/03 SPECIAL_HOURS 10:00-11:00`,
      '16/03 SPECIAL_CLOSED',
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'follow a special closure of its own',
      'LOCATION',
      counter,
      '09/03 SPECIAL_CLOSED',
      'MON SPECIAL_CLOSED',
    ],
    [
      'open for special hours of its own when the hatch is closed',
      'HATCH',
      place,
      '09/03 SPECIAL_HOURS 05:00-06:00',
      'MON SPECIAL_HOURS 05:00-06:00',
    ],
    [
      'of the hatch are cut to special hours of the location',
      'HATCH',
      `${hatch} 08:00-11:00, ${late}, 09/03 SPECIAL_HOURS 07:00-09:00`,
      undefined,
      'MON SPECIAL_HOURS 08:00-09:00, MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'of the hatch close outside the special hours',
      'HATCH',
      `${hatch} 07:00-09:00, ${late}`,
      undefined,
      'MON SPECIAL_CLOSED',
    ],
    [
      'of the hatch close on the date of special hours with invalid times',
      'HATCH',
      `${hatch} 07:00-09:00, 09/03 SPECIAL_HOURS 10:00-10:00`,
      undefined,
      'MON SPECIAL_CLOSED',
    ],
    [
      'of the hatch are special even if special hours do not shorten them',
      'HATCH',
      `${hatch} 10:00-11:00, ${late}`,
      undefined,
      'MON SPECIAL_HOURS 10:00-11:00',
    ],
    [
      'of the hatch stay closed on a day on which it never opens',
      'HATCH',
      `${hatch} 08:00-11:00, 10/03 SPECIAL_HOURS 10:00-12:00`,
      undefined,
      'TUE CLOSED',
    ],
    [
      'of the hatch ignore a special lunch of the location',
      'HATCH',
      `${hatch} 08:00-11:00, 09/03 SPECIAL_LUNCH 10:00-10:30`,
      undefined,
      'MON HOURS 08:00-11:00',
    ],
    [
      'of the hatch continue after midnight into a day of special hours',
      'HATCH',
      `${hatch} 22:00-02:00, 10/03 SPECIAL_HOURS 10:00-12:00`,
      undefined,
      'MON HOURS 22:00-23:59, TUE HOURS 00:00-02:00',
    ],
  ])('%s', (_title, hoursFrom, location, ownEntries, expected) => {
    const hours = hoursOf(hoursFrom, location, ownEntries);
    const periods = hours && currentHours(hours, 'Australia/Sydney', new Date('2026-03-09T01:00:00Z'));
    expect(periodsLike(expected, periods ?? [])).toBe(expected);
  });
});
