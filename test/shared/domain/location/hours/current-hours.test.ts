import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line, periodsLike, special } from './week-of-hours.ts';

/** Wednesday, 4 March 2026, noon in Sydney. */
const wednesday = '2026-03-04T01:00:00Z';
const nineToFive = 'MON-FRI HOURS 09:00-17:00';
const sixToTwo = 'MON-FRI HOURS 18:00-02:00';

const current = (entries: readonly HourEntry[], now = wednesday, timeZone = 'Australia/Sydney') =>
  currentHours({ entries }, timeZone, new Date(now));

describe('currentHours', () => {
  it('returns seven days from today, closed ones without times', () => {
    const week = current(entriesOf(nineToFive));
    expect(week.map(line)).toEqual([
      'WED HOURS 09:00-17:00',
      'THU HOURS 09:00-17:00',
      'FRI HOURS 09:00-17:00',
      'SAT CLOSED',
      'SUN CLOSED',
      'MON HOURS 09:00-17:00',
      'TUE HOURS 09:00-17:00',
    ]);
    expect(week[3]).toEqual({ day: 'SAT', type: 'CLOSED' });
  });

  it.each([
    ['cuts out lunch', 'MON-FRI LUNCH 12:00-13:00', 'WED HOURS 09:00-12:00, WED HOURS 13:00-17:00'],
    [
      'replaces the usual hours by special hours on their dates only',
      '05/03-06/03 SPECIAL_HOURS 10:00-14:00',
      'WED HOURS 09:00-17:00, THU SPECIAL_HOURS 10:00-14:00, FRI SPECIAL_HOURS 10:00-14:00, SAT CLOSED',
    ],
    [
      'opens a closed day for special hours',
      '07/03 SPECIAL_HOURS 09:00-12:00',
      'SAT SPECIAL_HOURS 09:00-12:00',
    ],
    [
      'closes for a special closure in spite of special hours',
      '05/03 SPECIAL_CLOSED, 05/03 SPECIAL_HOURS 10:00-14:00',
      'THU SPECIAL_CLOSED',
    ],
    [
      'closes for the times of a special closure',
      '05/03 SPECIAL_CLOSED 14:00-17:00, 06/03 SPECIAL_CLOSED 00:00-23:59',
      'THU SPECIAL_HOURS 09:00-14:00, FRI SPECIAL_CLOSED',
    ],
    [
      'closes the whole day if the times of a special closure are invalid',
      '05/03 SPECIAL_CLOSED 09:00-09:00',
      'THU SPECIAL_CLOSED',
    ],
    [
      'cuts out a special lunch instead of the usual one',
      'MON-FRI LUNCH 12:00-13:00, 05/03-08/03 SPECIAL_LUNCH 13:00-15:00',
      'THU SPECIAL_HOURS 09:00-13:00, THU SPECIAL_HOURS 15:00-17:00, SAT CLOSED, SUN CLOSED',
    ],
    [
      'cuts no usual lunch out of special hours',
      'MON-FRI LUNCH 12:00-13:00, 05/03 SPECIAL_HOURS 10:00-14:00',
      'THU SPECIAL_HOURS 10:00-14:00',
    ],
    [
      'closes on the date of special hours with invalid times',
      '05/03 SPECIAL_HOURS 10:00-10:00',
      'WED HOURS 09:00-17:00, THU SPECIAL_CLOSED, FRI HOURS 09:00-17:00',
    ],
  ])('%s', (_title, entries, expected) => {
    expect(periodsLike(expected, current(entriesOf(`${nineToFive}, ${entries}`)))).toBe(expected);
  });

  it('applies a special entry on its weekday only', () => {
    const fridays = {
      ...special('SPECIAL_HOURS', ['01/03/2026', '31/03/2026'], ['09:00', '20:00']),
      weekday: 4,
    };
    const expected = 'WED HOURS 09:00-17:00, THU HOURS 09:00-17:00, FRI SPECIAL_HOURS 09:00-20:00';
    expect(periodsLike(expected, current([...entriesOf(nineToFive), fridays]))).toBe(expected);
  });

  it.each([
    ['without dates', { type: 'SPECIAL_CLOSED' }],
    ['with inverted dates', special('SPECIAL_CLOSED', ['10/03/2026', '01/03/2026'])],
    ['with a date that does not exist', special('SPECIAL_CLOSED', ['30/02/2026', '31/03/2026'])],
    ['without a last date', { type: 'SPECIAL_CLOSED', startDate: '01/03/2026' }],
  ] satisfies [string, HourEntry][])('ignores a special entry %s', (_what, entry) => {
    const usual = entriesOf(nineToFive);
    expect(current([...usual, entry])).toEqual(current(usual));
  });

  it('ignores the dates of usual entries', () => {
    const usual = entriesOf(nineToFive);
    const dated = usual.map((entry) => ({ ...entry, startDate: '01/01/2026', endDate: '01/01/2026' }));
    expect(current(dated)).toEqual(current(usual));
  });

  it('is closed all week without entries, and empty in a zone that does not exist', () => {
    expect(new Set(current([]).map(({ type }) => type))).toEqual(new Set(['CLOSED']));
    expect(current([])).toHaveLength(7);
    expect(current(entriesOf(nineToFive), wednesday, 'Australia/Atlantis')).toEqual([]);
  });
});

describe('currentHours over midnight (G23)', () => {
  it.each([
    [
      'begins with the period that continues from yesterday',
      sixToTwo,
      'WED HOURS 00:00-02:00, WED HOURS 18:00-23:59, SAT HOURS 00:00-02:00, SUN CLOSED, MON HOURS 18:00-23:59',
    ],
    [
      'shows both dates of special hours as special, with the usual hours of the second',
      `${nineToFive}, 05/03 SPECIAL_HOURS 20:00-02:00`,
      'THU SPECIAL_HOURS 20:00-23:59, FRI SPECIAL_HOURS 00:00-02:00, FRI SPECIAL_HOURS 09:00-17:00, SAT CLOSED',
    ],
    [
      'shows where special hours of yesterday continue',
      '03/03 SPECIAL_HOURS 20:00-02:00',
      'WED SPECIAL_HOURS 00:00-02:00, THU CLOSED',
    ],
    [
      'ends before a special closure, and begins again after its night',
      `${sixToTwo}, 05/03 SPECIAL_CLOSED`,
      'WED HOURS 00:00-02:00, WED HOURS 18:00-23:59, THU SPECIAL_CLOSED, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'cuts a special closure over midnight out of both days',
      `${sixToTwo}, 05/03 SPECIAL_CLOSED 22:00-01:00`,
      'THU SPECIAL_HOURS 00:00-02:00, THU SPECIAL_HOURS 18:00-22:00, ' +
        'FRI SPECIAL_HOURS 01:00-02:00, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'does not continue after a special closure until midnight',
      `${sixToTwo}, 05/03 SPECIAL_CLOSED 20:00-23:59`,
      'THU SPECIAL_HOURS 00:00-02:00, THU SPECIAL_HOURS 18:00-20:00, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'continues from a usual night into a day of special hours',
      `${sixToTwo}, 05/03 SPECIAL_HOURS 10:00-12:00`,
      'THU SPECIAL_HOURS 00:00-02:00, THU SPECIAL_HOURS 10:00-12:00, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'is usual where a special night continues as the usual one does',
      `${sixToTwo}, 05/03 SPECIAL_HOURS 20:00-02:00`,
      'FRI HOURS 00:00-02:00, FRI HOURS 18:00-23:59',
    ],
  ])('%s', (_title, entries, expected) => {
    expect(periodsLike(expected, current(entriesOf(entries)))).toBe(expected);
  });

  it('has times of the clock on the nights on which it changes', () => {
    // Clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October at 02:00.
    for (const now of ['2026-04-04T01:00:00Z', '2026-10-03T01:00:00Z']) {
      const expected = 'SAT HOURS 22:00-23:59, SUN HOURS 00:00-02:30';
      expect(periodsLike(expected, current(entriesOf('SAT HOURS 22:00-02:30'), now))).toBe(expected);
    }
  });
});
