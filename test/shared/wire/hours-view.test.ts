import { describe, expect, it } from 'vitest';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import { serviceHours, toHours } from '../../../shared/wire/work-centre-view.ts';

const mondays: HourEntry[] = [{ type: 'HOURS', weekday: 0, startTime: '09:00', endTime: '17:30' }];
const [open, close] = [
  { hour: 9, minute: 0 },
  { hour: 17, minute: 30 },
];
/** A Monday. */
const now = new Date('2026-03-02T12:00:00Z');
const closed = ['TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map((day) => ({ day, type: 'CLOSED' }));

it('hours are the usual week and the seven coming days', () => {
  expect(toHours({ entries: mondays }, 'UTC', now)).toEqual({
    standard_hours: { periods: [{ day: 'MON', open, close }] },
    current_hours: { periods: [{ day: 'MON', type: 'HOURS', open, close }, ...closed] },
  });
});

it('without entries there are no hours at all', () => {
  expect(toHours(undefined, 'UTC', now)).toStrictEqual({});
});

it('a list of no entries is a week that is closed', () => {
  const { standard_hours, current_hours } = toHours({ entries: [] }, 'UTC', now);
  expect(standard_hours).toEqual({ periods: [] });
  expect(current_hours?.periods).toEqual([{ day: 'MON', type: 'CLOSED' }, ...closed]);
});

it('in a time zone that nobody knows there are the usual hours alone', () => {
  expect(toHours({ entries: mondays }, 'Nowhere/Land', now)).toStrictEqual({
    standard_hours: { periods: [{ day: 'MON', open, close }] },
  });
});

it.each(['00:00', '09:00'])('a week of days from %s to the same time is unknown, not closed', (time) => {
  const senseless: HourEntry[] = [0, 1, 2].map((weekday) => ({
    type: 'HOURS',
    weekday,
    startTime: time,
    endTime: time,
  }));
  expect(toHours({ entries: senseless }, 'UTC', now)).toStrictEqual({});
  expect(toHours({ entries: [...mondays, ...senseless] }, 'UTC', now).standard_hours?.periods).toHaveLength(
    1,
  );
});

describe('serviceHours', () => {
  const hoursOf = serviceHours({ hours: mondays, timeZone: 'UTC' }, now);
  const own: HourEntry[] = [{ type: 'HOURS', weekday: 1, startTime: '09:00', endTime: '17:30' }];

  it('returns the hours of the location, of the service itself, or none', () => {
    expect(hoursOf({ code: 1 }, { hoursFrom: 'LOCATION' })).toEqual(
      toHours({ entries: mondays }, 'UTC', now),
    );
    expect(hoursOf({ code: 2, hours: own }, { hoursFrom: 'LOCATION' })).toEqual(
      toHours({ entries: own }, 'UTC', now),
    );
    expect(hoursOf({ code: 3, hours: [] }, {})).toStrictEqual({});
  });

  it('returns current hours first, and periods in the order of the contract', () => {
    const view = hoursOf({ code: 1 }, { hoursFrom: 'LOCATION' });
    const [current, standard] = [view.current_hours?.periods[0], view.standard_hours?.periods[0]];
    expect([view, current, standard, current?.open].map((each) => Object.keys(each ?? {}))).toEqual([
      ['current_hours', 'standard_hours'],
      ['day', 'type', 'open', 'close'],
      ['day', 'open', 'close'],
      ['hour', 'minute'],
    ]);
  });
});
