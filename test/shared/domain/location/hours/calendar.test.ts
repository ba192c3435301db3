import { describe, expect, it } from 'vitest';
import {
  formatDate,
  parseDate,
  timeZoneName,
  todayIn,
  weekdayOf,
} from '../../../../../shared/domain/location/hours/calendar.ts';

it.each([
  ['01/01/1970', 0, 3],
  ['02/01/1970', 1, 4],
  ['31/12/1969', -1, 2],
  ['28/12/1969', -4, 6],
  ['29/02/2028', 21_243, 1],
  ['01/01/0001', -719_162, 0],
  ['31/12/9999', 2_932_896, 4],
])('%s is day %i if 1 January 1970 is day 0, and weekday %i if Monday is 0', (text, day, weekday) => {
  expect([parseDate(text), formatDate(day), weekdayOf(day)]).toEqual([day, text, weekday]);
});

it.each([
  ...['29/02/2026', '31/04/2026', '00/01/2026', '15/13/2026', '', '1/1/2026', 'x01/01/2026', '01/01/20261'],
])('parseDate returns undefined for %j', (text) => {
  expect(parseDate(text)).toBeUndefined();
});

describe('todayIn', () => {
  it.each(['Australia/Atlantis', '+10:00', '', '10', 'Z'])(
    'returns undefined for the invalid zone %j',
    (name) => {
      expect(todayIn(name, new Date(0))).toBeUndefined();
    },
  );

  it('accepts zones in upper and lower case, even in more spellings than it caches', () => {
    const letters = [...'america/new_york'];
    const spellings = Array.from({ length: 1_000 }, (_, number) =>
      letters.map((letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    const days = [...spellings, ...spellings].map((spelling) => todayIn(spelling, new Date(0)));
    expect(new Set(days)).toEqual(new Set([-1]));
  });
});

describe('timeZoneName', () => {
  it('returns every zone in its IANA spelling', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.map(timeZoneName)).toEqual(zones);
    expect(zones.map((zone) => timeZoneName(zone.toUpperCase()))).toEqual(zones);
  });

  it.each([
    ...['Australia/NSW', 'Etc/GMT+10', 'Brazil/DeNoronha', 'EST5EDT', 'GB-Eire', 'America/Port_of_Spain'],
  ])('keeps the alias %s', (name) => {
    expect(timeZoneName(name)).toBe(name);
  });
});
