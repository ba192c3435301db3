import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNames, weekdayOf } from '../../../../../shared/domain/location/hours/calendar.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/capability-hours.ts';
import { type HourEntry, hourTypes } from '../../../../../shared/domain/location/hours/entries.ts';
import {
  currentHours,
  type HourMinute,
  standardHours,
} from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { type NumberedEntry, openMinutes, openMinutesOfCapability } from './open-minutes.ts';

/** Monday, 28 December 2026. */
const monday = 20_815;
const datesFromMonday = 14;

/** Minutes that often coincide, so that periods overlap, touch and contain each other. */
const minute = fc.oneof(
  fc.nat({ max: 1439 }),
  fc.constantFrom(0, 60, 120, 540, 720, 780, 1020, 1200, 1380, 1438, 1439),
);
const date = fc.nat({ max: datesFromMonday - 1 }).map((later) => monday + later);

const entry: fc.Arbitrary<NumberedEntry> = fc
  .record({
    type: fc.constantFrom(...hourTypes),
    weekday: fc.nat({ max: 6 }),
    isOnAnyDay: fc.boolean(),
    start: minute,
    end: minute,
    first: date,
    last: date,
  })
  .map(({ isOnAnyDay, ...rest }) => ({
    ...rest,
    weekday: isOnAnyDay && rest.type.startsWith('SPECIAL_') ? undefined : rest.weekday,
  }));

const padded = (number: number) => String(number).padStart(2, '0');
const clock = (minutes: number) => `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
const dateText = (day: number) =>
  new Date(day * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/');

const toEntry = ({ type, weekday, start, end, first, last }: NumberedEntry): HourEntry => ({
  type,
  weekday,
  startTime: clock(start),
  endTime: clock(end),
  ...(type.startsWith('SPECIAL_') && { startDate: dateText(first), endDate: dateText(last) }),
});

const minuteOf = ({ hour, minute }: HourMinute) => hour * 60 + minute;

interface Shown {
  readonly open?: HourMinute;
  readonly close?: HourMinute;
}

const minutesShown = (periods: readonly Shown[]) =>
  periods.flatMap(({ open, close }) => {
    if (!open || !close) return [];
    const [from, to] = [minuteOf(open), minuteOf(close)];
    expect(from).toBeLessThan(to);
    return Array.from({ length: to - from }, (_, later) => from + later);
  });

const entries = fc.array(entry, { maxLength: 14 });

const service = fc.record({
  location: entries,
  own: fc.array(entry, { maxLength: 4 }),
  hoursFrom: fc.constantFrom('LOCATION', 'HATCH', undefined),
});

describe('hours, minute by minute', () => {
  it('match HOURS and LUNCH of the week in standard hours', async () => {
    await fc.assert(
      fc.property(entries, (week) => {
        const ordinary = week.filter(({ type }) => !type.startsWith('SPECIAL_'));
        const periods = standardHours({ entries: week.map(toEntry) });
        for (const [weekday, day] of dayNames.entries()) {
          const shown = minutesShown(periods.filter((period) => period.day === day));
          expect(shown).toEqual([...openMinutes(ordinary, monday + 7 + weekday)]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('match all entries of each date in current hours', async () => {
    await fc.assert(
      fc.property(entries, fc.nat({ max: 7 }), (week, today) => {
        const first = monday + today;
        const periods = currentHours(
          { entries: week.map(toEntry) },
          'UTC',
          new Date((first + 0.5) * 86_400_000),
        );
        for (let later = 0; later < 7; later += 1) {
          const day = dayNames[weekdayOf(first + later)];
          const ofDay = periods.filter((period) => period.day === day);
          expect(ofDay.length).toBeGreaterThan(0);
          expect(minutesShown(ofDay)).toEqual([...openMinutes(week, first + later)]);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('match the service, the location and the hatch in hours of a capability', async () => {
    await fc.assert(
      fc.property(service, fc.nat({ max: 7 }), (offered, today) => {
        const { location, own, hoursFrom } = offered;
        const hours = capabilityHours(
          { hours: location.map(toEntry) },
          { hours: own.map(toEntry) },
          { hoursFrom },
        );
        const first = monday + today;
        const periods = hours && currentHours(hours, 'UTC', new Date((first + 0.5) * 86_400_000));
        for (let later = 0; later < 7; later += 1) {
          const day = dayNames[weekdayOf(first + later)];
          const shown = periods && minutesShown(periods.filter((period) => period.day === day));
          const open = openMinutesOfCapability(offered, first + later);
          expect(shown).toEqual(open && [...open]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
