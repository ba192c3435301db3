import { expect, it } from 'vitest';
import { standardHours } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { entriesOf, line } from './week-of-hours.ts';

const standard = (entries: string) =>
  standardHours({ entries: entriesOf(entries) })
    .map(line)
    .join(', ');

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
  expect(standard(entries)).toBe(expected);
});

it('standardHours ignores entries without a start or a valid weekday (C22)', () => {
  const times = { type: 'HOURS', startTime: '09:00', endTime: '17:00' } as const;
  const entries = [times, { ...times, weekday: 7 }, { ...times, weekday: -1 }];
  expect(standardHours({ entries: [...entries, { ...times, weekday: 0, startTime: undefined }] })).toEqual(
    [],
  );
});
