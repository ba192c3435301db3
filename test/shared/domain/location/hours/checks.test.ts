import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatDate, parseDate } from '../../../../../shared/domain/location/hours/calendar.ts';
import { busiestDate, invalidEntries } from '../../../../../shared/domain/location/hours/checks.ts';
import {
  appliesOn,
  type HourEntry,
  hourTypes,
  specialEntries,
} from '../../../../../shared/domain/location/hours/entries.ts';

const firstDay = parseDate('20/02/2028') ?? Number.NaN;
const days = 30;
const someDay = fc.nat({ max: days - 1 }).map((later) => formatDate(firstDay + later));

const entries = fc.array(
  fc.record<HourEntry>(
    {
      type: fc.constantFrom(...hourTypes),
      weekday: fc.nat({ max: 6 }),
      startDate: someDay,
      endDate: someDay,
    },
    { requiredKeys: ['type'] },
  ),
  { maxLength: 30 },
);

it('busiestDate returns the date with the most special entries', async () => {
  await fc.assert(
    fc.property(entries, (week) => {
      const known = specialEntries(week);
      const counts = Array.from(
        { length: days },
        (_, later) => known.filter((each) => appliesOn(firstDay + later, each)).length,
      );
      const busiest = busiestDate(week);
      expect(busiest.entries).toBe(Math.max(...counts));
      if (busiest.entries > 0) expect(counts[busiest.day - firstDay]).toBe(busiest.entries);
    }),
    { numRuns: 500 },
  );
});

const onMonday = (type: HourEntry['type'], startTime?: string, endTime?: string): HourEntry => ({
  type,
  weekday: 0,
  startTime,
  endTime,
});

it.each([
  ['an opening without an end', onMonday('HOURS', '09:00'), false],
  ['an opening that ends when it begins', onMonday('HATCH', '09:00', '09:00'), false],
  ['times that do not exist', onMonday('SPECIAL_HOURS', '09:00', '24:00'), false],
  ['a closure with one time', onMonday('SPECIAL_CLOSED', '09:00'), false],
  ['a lunch past midnight outside any opening', onMonday('LUNCH', '13:00', '12:00'), false],
  ['an opening past midnight', onMonday('HOURS', '18:00', '02:00'), true],
  ['a closure without times', onMonday('SPECIAL_CLOSED'), true],
  ['a lunch that ends when it begins', onMonday('LUNCH', '12:00', '12:00'), true],
  ['a lunch past midnight within an opening', onMonday('LUNCH', '23:00', '01:00'), true],
  ['a special lunch past midnight within an opening', onMonday('SPECIAL_LUNCH', '23:00', '01:00'), true],
])('%s: %o is a valid entry: %s', (_what, entry, isValid) => {
  expect(invalidEntries([onMonday('HOURS', '17:00', '03:00'), entry])).toEqual(isValid ? [] : [entry]);
});
