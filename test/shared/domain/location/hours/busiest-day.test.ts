import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { busiestDate, busiestWeekday } from '../../../../../shared/domain/location/hours/busiest-day.ts';
import { calendarDay, dateText } from '../../../../../shared/domain/location/hours/calendar-day.ts';
import { type HourEntry, hourTypes } from '../../../../../shared/domain/location/hours/hour-entry.ts';
import { countingOn, specialEntries } from '../../../../../shared/domain/location/hours/special-entry.ts';
import { special, workdays } from './week-of-hours.ts';

const firstDay = calendarDay('20/02/2028') ?? Number.NaN;
const days = 30;
const someDay = fc.nat({ max: days - 1 }).map((later) => dateText(firstDay + later));

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

it('busiestDate is the date on which most special entries count', async () => {
  await fc.assert(
    fc.property(entries, (week) => {
      const known = specialEntries(week);
      const counts = Array.from({ length: days }, (_, later) => countingOn(firstDay + later, known).length);
      const busiest = busiestDate(week);
      expect(busiest.entries).toBe(Math.max(...counts));
      if (busiest.entries > 0) expect(counts[busiest.day - firstDay]).toBe(busiest.entries);
    }),
    { numRuns: 500 },
  );
});

it('busiestDate takes no two entries together that count on different weekdays of the same dates', () => {
  const week = ['01/03/2026', '31/03/2026'] as const;
  const each = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ ...special('SPECIAL_CLOSED', week), weekday }));
  expect(busiestDate(each).entries).toBe(1);
  const [friday] = [calendarDay('06/03/2026')];
  const long = special('SPECIAL_CLOSED', ['06/03/2026', '06/03/2026']);
  expect(busiestDate([...each, long])).toEqual({ day: friday, entries: 2 });
});

it('busiestWeekday is the weekday with most usual entries, special ones left aside', () => {
  const tuesday: HourEntry = { type: 'HATCH', weekday: 1, startTime: '07:00', endTime: '08:00' };
  const closed = special('SPECIAL_CLOSED', ['01/03/2026', '31/03/2026']);
  const usual = [...workdays('HOURS', '09:00', '17:00'), ...workdays('LUNCH', '12:00', '13:00')];
  expect(busiestWeekday([...usual, tuesday, ...Array(5).fill({ ...closed, weekday: 3 })])).toEqual({
    day: 1,
    entries: 3,
  });
});

it('no day is busy where there are no entries', () => {
  expect(busiestWeekday([]).entries).toBe(0);
  expect(busiestDate([]).entries).toBe(0);
});
