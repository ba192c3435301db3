import { describe, expect, it } from 'vitest';
import {
  calendarDay,
  dateText,
  todayIn,
  weekdayOf,
} from '../../../../../shared/domain/location/hours/calendar-day.ts';

describe('calendarDay', () => {
  it('counts days from 1 January 1970', () => {
    const days = ['01/01/1970', '02/01/1970', '31/12/1969', '29/02/2028', '01/01/0001'].map(calendarDay);
    expect(days).toEqual([0, 1, -1, 21_243, -719_162]);
  });

  it.each(['30/02/2026', '29/02/2026', '31/04/2026', '00/01/2026', '15/13/2026', '15/00/2026', '99/01/2026'])(
    'knows no %s',
    (text) => {
      expect(calendarDay(text)).toBeUndefined();
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
  ])('does not read %j', (text) => {
    expect(calendarDay(text)).toBeUndefined();
  });
});

it.each(['01/01/1970', '31/12/1969', '29/02/2028', '01/01/0001', '31/12/9999'])(
  'dateText writes %s as calendarDay reads it',
  (text) => {
    expect(dateText(calendarDay(text) ?? Number.NaN)).toBe(text);
  },
);

it('weekdayOf counts from Monday, before 1970 as well', () => {
  const weekdays = ['01/01/1970', '04/01/1970', '05/01/1970', '31/12/1969', '29/12/1969', '28/12/1969'];
  expect(weekdays.map((text) => weekdayOf(calendarDay(text) ?? Number.NaN))).toEqual([3, 6, 0, 2, 0, 6]);
});

it('todayIn is undefined where there is no such zone', () => {
  expect(todayIn('Australia/Atlantis', new Date(0))).toBeUndefined();
  expect(todayIn('UTC', new Date(0))).toBe(0);
});

it('todayIn knows a zone in any case, and in more spellings than it caches', () => {
  const letters = [...'america/new_york'];
  const spellings = Array.from({ length: 1_000 }, (_, number) =>
    letters.map((letter, index) => ((number >> index) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  const days = [...spellings, ...spellings].map((spelling) => todayIn(spelling, new Date(0)));
  expect(new Set(days)).toEqual(new Set([-1]));
});

it('todayIn goes on to the next day with the minute', () => {
  const midnight = Date.parse('2026-03-01T13:00:00Z');
  const days = [-1, 0, 59_999, -60_000].map((later) =>
    todayIn('Australia/Sydney', new Date(midnight + later)),
  );
  const second = calendarDay('02/03/2026') ?? Number.NaN;
  expect(days).toEqual([second - 1, second, second, second - 1]);
});
