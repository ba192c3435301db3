import { expect, it } from 'vitest';
import { standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line } from './week-of-hours.ts';

const standard = (entries: string) =>
  standardHours({ entries: entriesOf(entries) })
    .map(line)
    .join(', ');

// hours-by-minute.test.ts covers more combinations.
it.each([
  [
    'returns periods by day and time, and none for closed days',
    'SUN HOURS 10:00-12:00, MON HOURS 13:00-17:00, MON HOURS 09:00-12:00',
    'MON 09:00-12:00, MON 13:00-17:00, SUN 10:00-12:00',
  ],
  ['cuts out lunch', 'MON HOURS 09:00-17:00, MON LUNCH 12:00-13:00', 'MON 09:00-12:00, MON 13:00-17:00'],
  ['returns no period for a day that is all lunch', 'MON HOURS 09:00-17:00, MON LUNCH 09:00-17:00', ''],
  [
    'cuts one lunch out of two periods',
    'MON HOURS 09:00-12:30, MON HOURS 13:00-17:00, MON LUNCH 12:00-13:30',
    'MON 09:00-12:00, MON 13:30-17:00',
  ],
  [
    'joins periods that overlap or touch',
    'MON HOURS 09:00-12:00, MON HOURS 12:00-15:00, MON HOURS 14:00-17:00, MON HOURS 10:00-11:00',
    'MON 09:00-17:00',
  ],
  ['returns a 24-hour day as 00:00 to 23:59', 'MON HOURS 00:00-23:59', 'MON 00:00-23:59'],
  [
    'ignores hatch and special entries',
    'MON HATCH 07:00-19:00, 01/01-31/12 SPECIAL_HOURS 06:00-20:00, 01/01-31/12 SPECIAL_CLOSED',
    '',
  ],
  ['ignores an empty period', 'MON HOURS 09:00-09:00', ''],
  ['ignores a period without times', 'MON HOURS', ''],
  ['ignores a period without an end', 'MON HOURS 09:00', ''],
  ['ignores a time that does not exist', 'MON HOURS 09:00-24:00', ''],
  ['ignores an unreadable time', 'MON HOURS 9am-17:00', ''],
  [
    'continues after midnight, also from Sunday to Monday',
    'SUN HOURS 18:00-02:00, MON HOURS 18:00-00:00',
    'MON 00:00-02:00, MON 18:00-23:59, SUN 18:00-23:59',
  ],
  [
    'joins a period after midnight with one that opens at midnight',
    'MON HOURS 18:00-11:00, TUE HOURS 00:00-10:00',
    'MON 18:00-23:59, TUE 00:00-11:00',
  ],
  [
    'cuts lunch over midnight out of a period over midnight',
    'MON HOURS 18:00-02:00, MON LUNCH 23:30-00:30',
    'MON 18:00-23:30, TUE 00:30-02:00',
  ],
  [
    'closes a day with lunch over midnight but no period over midnight',
    'MON HOURS 09:00-17:00, MON LUNCH 13:00-12:00, TUE HOURS 09:00-17:00',
    'TUE 09:00-17:00',
  ],
  ['ignores an empty lunch at midnight', 'MON HOURS 09:00-17:00, MON LUNCH 00:00-00:00', 'MON 09:00-17:00'],
])('standardHours %s', (_title, entries, expected) => {
  expect(standard(entries)).toBe(expected);
});

it('standardHours ignores entries without a start or a valid weekday (C22)', () => {
  const times = { type: 'HOURS', startTime: '09:00', endTime: '17:00' } as const;
  const entries = [times, { ...times, weekday: 7 }, { ...times, weekday: -1 }];
  expect(standardHours({ entries: [...entries, { ...times, weekday: 0, startTime: undefined }] })).toEqual(
    [],
  );
});
