import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import { currentHours, standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line, periodsLike, special } from './week-of-hours.ts';

// hours-by-minute.test.ts covers the minutes of valid entries.

it.each([
  [
    'returns joined periods by day and time, and none for closed days',
    'SUN HOURS 10:00-12:00, MON HOURS 13:00-17:00, MON HOURS 09:00-11:00, MON HOURS 11:00-12:00',
    'MON 09:00-12:00, MON 13:00-17:00, SUN 10:00-12:00',
  ],
  ['returns a 24-hour day as 00:00 to 23:59', 'MON HOURS 00:00-23:59', 'MON 00:00-23:59'],
  ['ignores a period without times', 'MON HOURS', ''],
  ['ignores a period without an end', 'MON HOURS 09:00', ''],
  ['ignores a time that does not exist', 'MON HOURS 09:00-24:00', ''],
  ['ignores an unreadable time', 'MON HOURS 9am-17:00', ''],
  [
    'joins a period after midnight with one that opens at midnight, also from Sunday to Monday',
    'SUN HOURS 18:00-11:00, MON HOURS 00:00-10:00',
    'MON 00:00-11:00, SUN 18:00-23:59',
  ],
])('standardHours %s', (_title, entries, expected) => {
  const periods = standardHours({ entries: entriesOf(entries) });
  expect(periods.map(line).join(', ')).toBe(expected);
});

it('standardHours ignores entries without a start or a valid weekday (C22)', () => {
  const times = { type: 'HOURS', startTime: '09:00', endTime: '17:00' } as const;
  const entries = [times, { ...times, weekday: 7 }, { ...times, weekday: -1 }];
  expect(standardHours({ entries: [...entries, { ...times, weekday: 0, startTime: undefined }] })).toEqual(
    [],
  );
});

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
    const days = ['WED', 'THU', 'FRI', 'SAT', 'SUN', 'MON', 'TUE'];
    expect(week.map(line)).toEqual(
      days.map((day) => (day.startsWith('S') ? `${day} CLOSED` : `${day} HOURS 09:00-17:00`)),
    );
    expect(week[3]).toEqual({ day: 'SAT', type: 'CLOSED' });
    expect(current([]).map(line)).toEqual(days.map((day) => `${day} CLOSED`));
    expect(current(entriesOf(nineToFive), wednesday, 'Australia/Atlantis')).toEqual([]);
  });

  it.each([
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
    [
      'shows both dates of special hours over midnight as special, including the usual hours of the second (G23)',
      '05/03 SPECIAL_HOURS 20:00-02:00',
      'THU SPECIAL_HOURS 20:00-23:59, FRI SPECIAL_HOURS 00:00-02:00, FRI SPECIAL_HOURS 09:00-17:00, SAT CLOSED',
    ],
  ])('%s', (_title, entries, expected) => {
    expect(periodsLike(expected, current(entriesOf(`${nineToFive}, ${entries}`)))).toBe(expected);
  });

  it.each([
    [
      'ends before a special closure, and starts again the next evening',
      closed,
      'WED HOURS 00:00-02:00, WED HOURS 18:00-23:59, THU SPECIAL_CLOSED, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'cuts a special closure over midnight out of both days',
      `${closed} 22:00-01:00`,
      'THU SPECIAL_HOURS 00:00-02:00, THU SPECIAL_HOURS 18:00-22:00, ' +
        'FRI SPECIAL_HOURS 01:00-02:00, FRI SPECIAL_HOURS 18:00-23:59',
    ],
    [
      'has usual hours on a day that special hours do not change',
      '05/03 SPECIAL_HOURS 20:00-02:00',
      'FRI HOURS 00:00-02:00, FRI HOURS 18:00-23:59',
    ],
  ])('over midnight, %s (G23)', (_title, entries, expected) => {
    expect(periodsLike(expected, current(entriesOf(`${sixToTwo}, ${entries}`)))).toBe(expected);
  });

  it('applies a special entry on its weekday only', () => {
    const march = special('SPECIAL_HOURS', ['01/03/2026', '31/03/2026'], ['09:00', '20:00']);
    const expected = 'WED HOURS 09:00-17:00, THU HOURS 09:00-17:00, FRI SPECIAL_HOURS 09:00-20:00';
    expect(periodsLike(expected, current([...entriesOf(nineToFive), { ...march, weekday: 4 }]))).toBe(
      expected,
    );
  });

  it.each([
    ['without dates', { type: 'SPECIAL_CLOSED' }],
    ['with inverted dates', special('SPECIAL_CLOSED', ['10/03/2026', '01/03/2026'])],
    ['with a date that does not exist', special('SPECIAL_CLOSED', ['30/02/2026', '31/03/2026'])],
  ] satisfies [string, HourEntry][])(
    'ignores a special entry %s, and dates of usual entries',
    (_what, entry) => {
      const usual = entriesOf(nineToFive);
      const dated = usual.map((each) => ({ ...each, startDate: '01/01/2026', endDate: '01/01/2026' }));
      expect(current([...dated, entry])).toEqual(current(usual));
    },
  );

  it('uses local time when clocks change overnight', () => {
    // Clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October at 02:00.
    for (const now of ['2026-04-04T01:00:00Z', '2026-10-03T01:00:00Z']) {
      const expected = 'SAT HOURS 22:00-23:59, SUN HOURS 00:00-02:30';
      expect(periodsLike(expected, current(entriesOf('SAT HOURS 22:00-02:30'), now))).toBe(expected);
    }
  });

  it.each([
    // Around the date line, there are three different weekdays at this instant.
    ['Pacific/Kiritimati', '2026-03-04T10:30:00Z', 'THU'],
    ['Pacific/Pago_Pago', '2026-03-04T10:30:00Z', 'TUE'],
    // Sydney: clocks go back on Sunday 5 April 2026 at 03:00, and forward on Sunday 4 October 2026 at 02:00.
    ['Australia/Sydney', '2026-04-05T13:59:59Z', 'SUN'],
    ['Australia/Sydney', '2026-04-05T14:00:00Z', 'MON'],
    ['Australia/Sydney', '2026-10-04T12:59:59Z', 'SUN'],
    ['Australia/Sydney', '2026-10-04T13:00:00Z', 'MON'],
    // Lord Howe Island moves its clocks by half an hour, from +11:00 to +10:30 and back.
    ['Australia/Lord_Howe', '2026-04-05T13:29:59Z', 'SUN'],
    ['Australia/Lord_Howe', '2026-04-05T13:30:00Z', 'MON'],
    // Clocks go back from one o'clock to midnight.
    ['America/Havana', '2026-11-01T03:59:59.999Z', 'SAT'],
    ['America/Havana', '2026-11-01T04:00:00Z', 'SUN'],
    ['America/Havana', '2026-11-02T04:59:59.999Z', 'SUN'],
  ])('starts today in %s: at %s with %s (G23)', (timeZone, now, first) => {
    expect(current([], now, timeZone)[0]?.day).toBe(first);
  });

  it.each<[string, string, string, number[], string?]>([
    ['begins at local midnight', '25/12/2025', '2025-12-24T13:00:00Z', [0]],
    ['ends at local midnight', '25/12/2025', '2025-12-25T13:00:00Z', []],
    ['appears on the seventh day', '10/03/2026', wednesday, [6]],
    ['does not appear on the eighth day', '11/03/2026', wednesday, []],
    ['appears on 29 February in a leap year (G23)', '29/02/2028', '2028-02-27T01:00:00Z', [2]],
    ['never appears on 29 February in another year (G23)', '29/02/2026', '2026-02-27T01:00:00Z', []],
    ['appears on its date when clocks go back', '06/04/2026', '2026-04-04T12:30:00Z', [2]],
    ['appears on its date when clocks go forward', '05/10/2026', '2026-10-03T13:30:00Z', [2]],
    ['appears after half an hour more', '06/04/2026', '2026-04-05T13:30:00Z', [0], 'Australia/Lord_Howe'],
    ['continues over the end of a year (G23)', '30/12/2025-02/01/2026', '2025-12-29T01:00:00Z', [1, 2, 3, 4]],
  ])('shows that a special closure %s', (_title, dates, now, expected, timeZone = 'Australia/Sydney') => {
    const [first = '', last = first] = dates.split('-');
    const types = current([special('SPECIAL_CLOSED', [first, last])], now, timeZone).map(({ type }) => type);
    expect(types.flatMap((type, later) => (type === 'SPECIAL_CLOSED' ? later : []))).toEqual(expected);
  });
});
