import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayMilliseconds,
  dayNames,
  parseDate,
  todayIn,
  weekdayOf,
} from '../../../../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import {
  formatInstant,
  horizon,
  type Moment,
  momentsOf,
} from '../../../../../shared/domain/location/hours/moment.ts';
import { currentHours, hoursByDate } from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { isOpenAt, opennessAt } from '../../../../../shared/domain/location/hours/openness.ts';
import { entryFrom, minuteOf, toEntry } from './random-entries.ts';
import { entriesOf } from './week-of-hours.ts';

const melbourne = 'Australia/Melbourne';
const lordHowe = 'Australia/Lord_Howe';

/** Parses `2026-10-04T02:30` as a local time, and any other time as an instant. */
const momentOf = (text: string, timeZone: string): Moment => {
  const isLocal = !/Z|[+-]\d\d:\d\d$/.test(text);
  const moment = momentsOf({ time: Date.parse(isLocal ? `${text}Z` : text), isLocal })(timeZone);
  if (!moment) throw new Error(`no time zone ${timeZone}`);
  return moment;
};

/** Formats whether the entries are open, with the time of the next change: `open until 2026-03-04T12:00:00+11:00`. */
const judged = (entries: readonly HourEntry[], text: string, timeZone = melbourne): string => {
  const moment = momentOf(text, timeZone);
  const hours = [hoursByDate({ entries })];
  const { isOpen, changesAt } = opennessAt(hours, moment);
  expect(isOpenAt(hours, moment)).toBe(isOpen);
  const change = changesAt === undefined ? '' : ` until ${formatInstant(changesAt, moment)}`;
  return `${isOpen ? 'open' : 'closed'}${change}`;
};

describe('the state of hours', () => {
  const night = 'MON-SUN HOURS 18:00-02:00, 05/03 SPECIAL_CLOSED';
  const late = 'MON-SUN HOURS 09:00-23:59';

  it.each([
    // Thursday, 5 March is closed, so the night before it ends at midnight.
    ['before a closed day', night, '2026-03-04T23:59', 'open until 2026-03-05T00:00:00+11:00'],
    ['in the last minute before midnight', late, '2026-03-04T23:59', 'open until 2026-03-05T00:00:00+11:00'],
    [
      'in the last minute of a closure until midnight',
      `${late}, 04/03 SPECIAL_CLOSED 18:00-23:59`,
      '2026-03-04T23:59',
      'closed until 2026-03-05T09:00:00+11:00',
    ],
    [
      'in the last minute of a lunch until midnight',
      'MON-SUN HOURS 18:00-02:00, MON-SUN LUNCH 22:00-23:59',
      '2026-03-04T23:59',
      'closed until 2026-03-05T00:00:00+11:00',
    ],
    ['from 23:59', 'WED HOURS 23:59-00:00', '2026-03-04T23:59', 'open until 2026-03-05T00:00:00+11:00'],
    [
      'if opening is exactly 14 days away',
      '18/03 SPECIAL_HOURS 12:00-13:00',
      '2026-03-04T12:00',
      'closed until 2026-03-18T12:00:00+11:00',
    ],
    ['if opening is over 14 days away', '18/03 SPECIAL_HOURS 12:01-13:00', '2026-03-04T12:00', 'closed'],
  ])('%s', (_title, entries, time, expected) => {
    expect(judged(entriesOf(entries), time)).toBe(expected);
  });

  it('can be requested at an instant with seconds', () => {
    const moment = momentOf('2026-03-04T16:59:59+11:00', melbourne);
    expect(formatInstant(moment.at, moment)).toBe('2026-03-04T16:59:59+11:00');
    expect(judged(entriesOf('WED HOURS 09:00-17:00'), '2026-03-04T16:59:59+11:00')).toBe(
      'open until 2026-03-04T17:00:00+11:00',
    );
  });

  it('distinguishes special days from usual ones', () => {
    const hours = [hoursByDate({ entries: entriesOf('MON-FRI HOURS 09:00-17:00, 05/03 SPECIAL_CLOSED') })];
    const isSpecial = (time: string) => opennessAt(hours, momentOf(time, melbourne)).isSpecial;
    expect(['2026-03-04T12:00', '2026-03-05T12:00', '2026-03-07T12:00'].map(isSpecial)).toEqual([
      false,
      true,
      false,
    ]);
  });
});

/** Melbourne skips 02:00 to 03:00 on 4 October 2026, Lord Howe Island 02:00 to 02:30. Random cases follow below. */
describe('when clocks change', () => {
  it.each([
    [melbourne, '2026-10-04T02:30', '2026-10-04T03:30:00+11:00'],
    [lordHowe, '2026-10-04T02:15', '2026-10-04T02:45:00+11:00'],
    // The first occurrence of an hour that occurs twice.
    [melbourne, '2026-04-05T02:30', '2026-04-05T02:30:00+11:00'],
    [lordHowe, '2026-04-05T02:00', '2026-04-05T02:00:00+10:30'],
  ])('reads local times: in %s, %s is %s', (timeZone, local, expected) => {
    const moment = momentOf(local, timeZone);
    expect(formatInstant(moment.at, moment)).toBe(expected);
  });

  it.each([
    ['01:00-02:30', '2026-10-04T01:59:00+10:00', 'open until 2026-10-04T03:00:00+11:00'],
    // The period opens and closes in the gap, so it does not occur before the next Sunday.
    ['02:10-02:50', '2026-10-04T01:00:00+10:00', 'closed until 2026-10-11T02:10:00+11:00'],
    // Both occurrences of the hour are open, and the location closes after the second.
    ['01:00-04:00', '2026-04-05T02:30:00+11:00', 'open until 2026-04-05T04:00:00+10:00'],
    ['02:00-02:30', '2026-04-05T02:30:00+11:00', 'closed until 2026-04-05T02:00:00+10:00'],
  ])('in Melbourne, SUN HOURS %s at %s is %s', (times, time, expected) => {
    expect(judged(entriesOf(`SUN HOURS ${times}`), time)).toBe(expected);
  });
});

/** Zones with offsets in whole and half hours, on both sides of Greenwich, with and without clock changes. */
const timeZones = [
  melbourne,
  lordHowe,
  'Australia/Perth',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Havana',
  'Europe/London',
];
/** Weeks in which clocks change in Melbourne and on Lord Howe Island, in Havana or London, or nowhere. */
const weeks = ['28/09/2026', '01/04/2026', '25/10/2026', '08/03/2026', '28/12/2026'].map(
  (date) => parseDate(date) ?? 0,
);

const cases = fc.constantFrom(...weeks).chain((first) =>
  fc.record({
    first: fc.constant(first),
    entries: fc.array(
      // The contract cannot show what happens in the minute before midnight.
      entryFrom(first).filter(({ start }) => start !== 1439),
      { maxLength: 14 },
    ),
    timeZone: fc.constantFrom(...timeZones),
    minutes: fc.array(fc.nat({ max: 9 * 1440 }), { minLength: 10, maxLength: 10 }),
  }),
);

describe('for random hours, zones and instants', () => {
  it('is open during the periods of currentHours, with 23:59 as midnight', async () => {
    await fc.assert(
      fc.property(cases, ({ first, entries: numbered, timeZone, minutes }) => {
        const entries = numbered.map(toEntry);
        const now = new Date((first + 0.5) * dayMilliseconds);
        const today = todayIn(timeZone, now) ?? 0;
        const periods = currentHours({ entries }, timeZone, now);
        const hours = [hoursByDate({ entries })];
        for (const minute of minutes) {
          const at = (first - 1) * dayMilliseconds + minute * 60_000;
          const date = todayIn(timeZone, new Date(at)) ?? 0;
          if (date < today || date >= today + 7) continue;
          const time = new Intl.DateTimeFormat('en', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
          const [hour = 0, rest = 0] = time.format(at).split(':').map(Number);
          const local = hour * 60 + rest;
          const isWithin = periods.some(({ day, open, close }) => {
            if (!open || !close || day !== dayNames[weekdayOf(date)]) return false;
            const end = minuteOf(close) === 1439 ? 1440 : minuteOf(close);
            return minuteOf(open) <= local && local < end;
          });
          const moment = momentsOf({ time: at, isLocal: false })(timeZone);
          expect(moment && opennessAt(hours, moment).isOpen).toBe(isWithin);
          expect(moment && isOpenAt(hours, moment)).toBe(isWithin);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('changes at the first instant at which the state differs', async () => {
    await fc.assert(
      fc.property(cases, ({ first, entries, timeZone, minutes: [minute = 0] }) => {
        const hours = [hoursByDate({ entries: entries.map(toEntry) })];
        const isOpen = (time: number) => {
          const moment = momentsOf({ time, isLocal: false })(timeZone);
          return moment && isOpenAt(hours, moment);
        };
        const at = first * dayMilliseconds + minute * 60_000;
        const moment = momentsOf({ time: at, isLocal: false })(timeZone);
        const openness = moment && opennessAt(hours, moment);
        const change = openness?.changesAt;
        expect(openness?.isOpen).toBe(isOpen(at));
        if (change !== undefined) expect(isOpen(change)).toBe(!openness?.isOpen);
        // Every 17th minute, and the last minute before the change.
        const last = (change ?? at + horizon + 60_000) - 60_000;
        for (let time = at; time < last; time += 17 * 60_000) expect(isOpen(time)).toBe(openness?.isOpen);
        expect(isOpen(last)).toBe(openness?.isOpen);
      }),
      { numRuns: 100 },
    );
  });

  it('converts each local time to an instant at which clocks show it, unless clocks skip it', async () => {
    const times = fc.record({
      timeZone: fc.constantFrom(...timeZones),
      first: fc.constantFrom(...weeks),
      minute: fc.nat({ max: 10 * 1440 }),
    });
    await fc.assert(
      fc.property(times, ({ timeZone, first, minute }) => {
        const time = first * dayMilliseconds + minute * 60_000;
        const moment = momentsOf({ time, isLocal: true })(timeZone);
        const shown = moment && moment.date * dayMilliseconds + moment.minute * 60_000;
        if (moment && shown === time) {
          // No earlier instant shows the same time.
          for (const earlier of [30, 60]) {
            const before = momentsOf({ time: moment.at - earlier * 60_000, isLocal: false })(timeZone);
            expect(before && before.date * dayMilliseconds + before.minute * 60_000).not.toBe(time);
          }
        } else expect([30, 60]).toContain(((shown ?? 0) - time) / 60_000);
      }),
      { numRuns: 500 },
    );
  });
});

it('the state of hours is undefined in an unknown time zone', () => {
  expect(momentsOf({ time: 0, isLocal: false })('Nowhere/Land')).toBeUndefined();
});
