import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line, periodsLike, special } from './week-of-hours.ts';

/** Wednesday, 4 March 2026, noon in Sydney. */
const wednesday = '2026-03-04T01:00:00Z';
const nineToFive = 'MON-FRI HOURS 09:00-17:00';
const closed = '05/03 SPECIAL_CLOSED';
const sixToTwo = 'MON-FRI HOURS 18:00-02:00';

const current = (entries: readonly HourEntry[], now = wednesday, timeZone = 'Australia/Sydney') =>
  currentHours({ entries }, timeZone, new Date(now));

describe('currentHours', () => {
  it('returns seven days from today, without times on closed days', () => {
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
      'closes on the date of a closure even with special hours',
      `${closed}, 05/03 SPECIAL_HOURS 10:00-14:00`,
      'THU SPECIAL_CLOSED',
    ],
    [
      'closes during the times of a special closure',
      `${closed} 14:00-17:00, 06/03 SPECIAL_CLOSED 00:00-23:59`,
      'THU SPECIAL_HOURS 09:00-14:00, FRI SPECIAL_CLOSED',
    ],
    ['closes all day for a closure with invalid times', `${closed} 09:00-09:00`, 'THU SPECIAL_CLOSED'],
    [
      'cuts out a special lunch instead of the usual one',
      'MON-FRI LUNCH 12:00-13:00, 05/03-08/03 SPECIAL_LUNCH 13:00-15:00',
      'THU SPECIAL_HOURS 09:00-13:00, THU SPECIAL_HOURS 15:00-17:00, SAT CLOSED, SUN CLOSED',
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

  it('returns a closed week without entries, and no days in an unknown time zone', () => {
    expect(new Set(current([]).map(({ type }) => type))).toEqual(new Set(['CLOSED']));
    expect(current([])).toHaveLength(7);
    expect(current(entriesOf(nineToFive), wednesday, 'Australia/Atlantis')).toEqual([]);
  });
});

describe('currentHours over midnight (G23)', () => {
  it.each([
    [
      'shows both dates of special hours as special, including the usual hours of the second',
      `${nineToFive}, 05/03 SPECIAL_HOURS 20:00-02:00`,
      'THU SPECIAL_HOURS 20:00-23:59, FRI SPECIAL_HOURS 00:00-02:00, FRI SPECIAL_HOURS 09:00-17:00, SAT CLOSED',
    ],
    [
      'ends before a special closure, and starts again the next evening',
      `${sixToTwo}, ${closed}`,
      'WED HOURS 00:00-02:00, WED HOURS 18:00-23:59, THU SPECIAL_CLOSED, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'cuts a special closure over midnight out of both days',
      `${sixToTwo}, ${closed} 22:00-01:00`,
      'THU SPECIAL_HOURS 00:00-02:00, THU SPECIAL_HOURS 18:00-22:00, ' +
        'FRI SPECIAL_HOURS 01:00-02:00, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'has usual hours on a day that special hours do not change',
      `${sixToTwo}, 05/03 SPECIAL_HOURS 20:00-02:00`,
      'FRI HOURS 00:00-02:00, FRI HOURS 18:00-23:59',
    ],
  ])('%s', (_title, entries, expected) => {
    expect(periodsLike(expected, current(entriesOf(entries)))).toBe(expected);
  });

  it('uses local time when clocks change overnight', () => {
    // Clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October at 02:00.
    for (const now of ['2026-04-04T01:00:00Z', '2026-10-03T01:00:00Z']) {
      const expected = 'SAT HOURS 22:00-23:59, SUN HOURS 00:00-02:30';
      expect(periodsLike(expected, current(entriesOf('SAT HOURS 22:00-02:30'), now))).toBe(expected);
    }
  });
});

const days = (now: string, timeZone: string) =>
  currentHours({ entries: [] }, timeZone, new Date(now)).map(({ day }) => day);

const consecutive = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const weekFrom = (first: string) => {
  const start = consecutive.indexOf(first);
  return [...consecutive.slice(start), ...consecutive.slice(0, start)];
};

it.each([
  // Around the date line, there are three different weekdays at this instant.
  ['Pacific/Kiritimati', '2026-03-04T10:30:00Z', 'THU'],
  ['UTC', '2026-03-04T10:30:00Z', 'WED'],
  ['Pacific/Pago_Pago', '2026-03-04T10:30:00Z', 'TUE'],
  ['Pacific/Auckland', '2026-03-04T10:59:59Z', 'WED'],
  ['Pacific/Auckland', '2026-03-04T11:00:00Z', 'THU'],
  // Sydney: clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October 2026 at 02:00.
  ['Australia/Sydney', '2026-04-04T12:59:59Z', 'SAT'],
  ['Australia/Sydney', '2026-04-04T13:00:00Z', 'SUN'],
  ['Australia/Sydney', '2026-04-05T13:59:59Z', 'SUN'],
  ['Australia/Sydney', '2026-04-05T14:00:00Z', 'MON'],
  ['Australia/Sydney', '2026-10-04T12:59:59Z', 'SUN'],
  ['Australia/Sydney', '2026-10-04T13:00:00Z', 'MON'],
  // Lord Howe Island moves its clocks by half an hour, from +11:00 to +10:30 and back.
  ['Australia/Lord_Howe', '2026-04-04T12:59:59Z', 'SAT'],
  ['Australia/Lord_Howe', '2026-04-04T13:00:00Z', 'SUN'],
  ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', 'SUN'],
  ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', 'MON'],
  // Clocks go back from one o'clock to midnight.
  ['America/Havana', '2026-11-01T03:59:59.999Z', 'SAT'],
  ['America/Havana', '2026-11-01T04:00:00Z', 'SUN'],
  ['America/Havana', '2026-11-02T04:59:59.999Z', 'SUN'],
])('current hours in %s start today: at %s with %s (G23)', (timeZone, now, first) => {
  expect(days(now, timeZone)).toEqual(weekFrom(first));
});

describe('a special closure', () => {
  it.each<[string, string, string, number[], string?]>([
    ['begins at local midnight', '25/12/2025', '2025-12-24T13:00:00Z', [0]],
    ['ends at local midnight', '25/12/2025', '2025-12-25T13:00:00Z', []],
    ['appears on the seventh day', '10/03/2026', '2026-03-04T01:00:00Z', [6]],
    ['does not appear on the eighth day', '11/03/2026', '2026-03-04T01:00:00Z', []],
    ['appears on 29 February in a leap year (G23)', '29/02/2028', '2028-02-27T01:00:00Z', [2]],
    ['appears after 29 February in a leap year (G23)', '01/03/2028', '2028-02-27T01:00:00Z', [3]],
    ['never appears on 29 February in another year (G23)', '29/02/2026', '2026-02-27T01:00:00Z', []],
    ['appears on its date when clocks go back', '06/04/2026', '2026-04-04T12:30:00Z', [2]],
    ['appears on its date when clocks go forward', '05/10/2026', '2026-10-03T13:30:00Z', [2]],
    [
      'appears on its date when clocks go back by half an hour',
      '06/04/2026',
      '2026-04-05T13:30:00Z',
      [0],
      'Australia/Lord_Howe',
    ],
    ['continues over the end of a year (G23)', '30/12/2025-02/01/2026', '2025-12-29T01:00:00Z', [1, 2, 3, 4]],
  ])('%s', (_title, dates, now, expected, timeZone = 'Australia/Sydney') => {
    const [first = '', last = first] = dates.split('-');
    const entries = [special('SPECIAL_CLOSED', [first, last])];
    const closed = currentHours({ entries }, timeZone, new Date(now)).flatMap(({ type }, later) =>
      type === 'SPECIAL_CLOSED' ? later : [],
    );
    expect(closed).toEqual(expected);
  });
});
