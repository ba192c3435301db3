import { describe, expect, it } from 'vitest';
import {
  formatDate,
  parseDate,
  timeZoneName,
  todayIn,
  weekdayOf,
} from '../../../../../shared/domain/location/hours/calendar.ts';

describe('parseDate', () => {
  it('counts days from 1 January 1970', () => {
    const days = ['01/01/1970', '02/01/1970', '31/12/1969', '29/02/2028', '01/01/0001'].map(parseDate);
    expect(days).toEqual([0, 1, -1, 21_243, -719_162]);
  });

  it.each(['30/02/2026', '29/02/2026', '31/04/2026', '00/01/2026', '15/13/2026', '15/00/2026', '99/01/2026'])(
    'returns undefined for %s, which does not exist',
    (text) => {
      expect(parseDate(text)).toBeUndefined();
    },
  );

  it.each([
    '',
    '1/1/2026',
    '01-01-2026',
    '2026/01/01',
    'x01/01/2026',
    '01/01/2026x',
    '01/01/20261',
    '01/01/26',
  ])('returns undefined for %j', (text) => {
    expect(parseDate(text)).toBeUndefined();
  });
});

it.each(['01/01/1970', '31/12/1969', '29/02/2028', '01/01/0001', '31/12/9999'])(
  'formatDate writes %s in the form that parseDate reads',
  (text) => {
    expect(formatDate(parseDate(text) ?? Number.NaN)).toBe(text);
  },
);

it('weekdayOf counts from Monday, before 1970 as well', () => {
  const weekdays = ['01/01/1970', '04/01/1970', '05/01/1970', '31/12/1969', '29/12/1969', '28/12/1969'];
  expect(weekdays.map((text) => weekdayOf(parseDate(text) ?? Number.NaN))).toEqual([3, 6, 0, 2, 0, 6]);
});

describe('todayIn', () => {
  it.each(['Australia/Atlantis', '+10:00', '', '10', 'Z'])(
    'returns undefined for %j, which is no zone',
    (name) => {
      expect(todayIn(name, new Date(0))).toBeUndefined();
    },
  );

  it.each(['UTC', 'Australia/Sydney', 'America/Port-au-Prince', 'australia/nsw'])('accepts %s', (name) => {
    expect(todayIn(name, new Date(43_200_000))).toBe(0);
  });

  it('accepts a zone in any case, and more spellings than it caches', () => {
    const letters = [...'america/new_york'];
    const spellings = Array.from({ length: 1_000 }, (_, number) =>
      letters.map((letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    const days = [...spellings, ...spellings].map((spelling) => todayIn(spelling, new Date(0)));
    expect(new Set(days)).toEqual(new Set([-1]));
  });

  it('changes at local midnight', () => {
    const midnight = Date.parse('2026-03-01T13:00:00Z');
    const days = [-1, 0, 59_999, -60_000].map((later) =>
      todayIn('Australia/Sydney', new Date(midnight + later)),
    );
    const second = parseDate('02/03/2026') ?? Number.NaN;
    expect(days).toEqual([second - 1, second, second, second - 1]);
  });
});

describe('timeZoneName', () => {
  it('returns every zone in the case of IANA', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.map(timeZoneName)).toEqual(zones);
    expect(zones.map((zone) => timeZoneName(zone.toUpperCase()))).toEqual(zones);
    expect(timeZoneName('ameRICa/new_york')).toBe('America/New_York');
  });

  it.each([
    'Australia/NSW',
    'Asia/Kolkata',
    'Etc/GMT+10',
    'Brazil/DeNoronha',
    'EST5EDT',
    'GB-Eire',
    'W-SU',
    'Europe/Isle_of_Man',
    'America/Port_of_Spain',
  ])('returns %s as it is, though the zone may have another name', (name) => {
    expect(timeZoneName(name)).toBe(name);
  });

  it.each(['australia/nsw', 'AuSTRALIA/nsW', 'gmt', 'Australia/Atlantis', '+10:00', '', ' UTC'])(
    'returns undefined for %j',
    (name) => {
      expect(timeZoneName(name)).toBeUndefined();
    },
  );
});
