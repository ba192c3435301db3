import { describe, expect, it } from 'vitest';
import { calendarDay } from '../../../../../shared/domain/location/hours/calendar-day.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/hour-entry.ts';
import { countingOn, specialEntries } from '../../../../../shared/domain/location/hours/special-entry.ts';
import { special, workdays } from './week-of-hours.ts';

const closure = special('SPECIAL_CLOSED', ['02/01/1970', '08/01/1970']);

describe('specialEntries', () => {
  it('are those of the kinds that are special, with their range', () => {
    const entries = [...workdays('HOURS', '09:00', '17:00'), closure];
    expect(specialEntries(entries)).toEqual([{ entry: closure, first: 1, last: 7 }]);
  });

  it('are not those of other kinds, though they name dates', () => {
    const dated: HourEntry = { ...closure, type: 'HATCH' };
    expect(specialEntries([dated])).toEqual([]);
  });

  it.each([
    ['no beginning', { type: 'SPECIAL_CLOSED', endDate: '08/01/1970' }],
    ['no end', { type: 'SPECIAL_CLOSED', startDate: '02/01/1970' }],
    ['neither', { type: 'SPECIAL_CLOSED' }],
    ['an unreadable beginning', special('SPECIAL_CLOSED', ['30/02/1970', '08/03/1970'])],
  ] satisfies [string, HourEntry][])('are not those with %s', (_what, entry) => {
    expect(specialEntries([entry])).toEqual([]);
  });
});

describe('countingOn', () => {
  const everyFriday: HourEntry = { ...closure, type: 'SPECIAL_HOURS', weekday: 4 };
  const entries = specialEntries([closure, everyFriday]);

  it.each([
    ['01/01/1970', []],
    ['02/01/1970', [closure, everyFriday]],
    ['03/01/1970', [closure]],
    ['08/01/1970', [closure]],
    ['09/01/1970', []],
  ])('on %s keeps to the range, its ends included, and to the weekday', (date, expected) => {
    expect(countingOn(calendarDay(date) ?? Number.NaN, entries)).toEqual(expected);
  });
});
