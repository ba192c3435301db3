import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayNames, weekdayOf } from '../../../../../shared/domain/location/hours/calendar.ts';
import {
  currentHours,
  type HourMinute,
  standardHours,
} from '../../../../../shared/domain/location/hours/opening-hours.ts';
import { capabilityHours } from '../../../../../shared/domain/location/hours/schedules.ts';
import { type NumberedEntry, type NumberedService, openMinutesOfCapability } from './open-minutes.ts';
import { entryFrom, minuteOf, toEntry } from './random-entries.ts';

/** Monday, 28 December 2026. */
const monday = 20_815;
const entry = entryFrom(monday);

interface Shown {
  readonly day: string;
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

const isUsual = ({ type }: NumberedEntry) => !type.startsWith('SPECIAL_');

const service = fc.record({
  location: fc.array(entry, { maxLength: 14 }),
  own: fc.array(entry, { maxLength: 10 }),
  hoursFrom: fc.constantFrom('LOCATION', 'HATCH', undefined),
});

it('the hours of a capability match the entries of the service, the location and the hatch, minute by minute', async () => {
  await fc.assert(
    fc.property(service, fc.nat({ max: 7 }), ({ location, own, hoursFrom }, today) => {
      const hours = capabilityHours(
        { hours: location.map(toEntry) },
        { hours: own.map(toEntry) },
        { hoursFrom },
      );
      const first = monday + today;
      const usual = { location: location.filter(isUsual), own: own.filter(isUsual), hoursFrom };
      const current = hours && currentHours(hours, 'UTC', new Date((first + 0.5) * 86_400_000));
      const standard = hours && standardHours(hours);
      for (let date = first; date < first + 7; date++) {
        const day = dayNames[weekdayOf(date)];
        const minutesOn = (periods: readonly Shown[] | undefined) =>
          periods && minutesShown(periods.filter((period) => period.day === day));
        const open = (entries: NumberedService) => {
          const minutes = openMinutesOfCapability(entries, date);
          return minutes && [...minutes];
        };
        if (current) expect(current.some((period) => period.day === day)).toBe(true);
        expect(minutesOn(current)).toEqual(open({ location, own, hoursFrom }));
        expect(minutesOn(standard)).toEqual(open(usual));
      }
    }),
    { numRuns: 200 },
  );
});
