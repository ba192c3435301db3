import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNames, weekdayOf } from '../../../../../shared/domain/location/hours/calendar.ts';
import {
  currentHours,
  type HourMinute,
  standardHours,
} from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/schedules.ts';
import { openMinutes, openMinutesOfCapability } from './open-minutes.ts';
import { entryFrom, minuteOf, toEntry } from './random-entries.ts';

/** Monday, 28 December 2026. */
const monday = 20_815;
const entry = entryFrom(monday);

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
  own: fc.array(entry, { maxLength: 10 }),
  hoursFrom: fc.constantFrom('LOCATION', 'HATCH', undefined),
});

describe('minute by minute', () => {
  it('standard hours match the HOURS and LUNCH entries of the week', async () => {
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

  it('hours of a capability match the entries of the service, the location and the hatch', async () => {
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
