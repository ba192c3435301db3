import type { OperationalCapability } from '../../../shared/wire/locations-v3/work-centre.ts';
import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { FixtureHour } from '../../support/fixture/fixture-record.ts';

/** Opening hours of the fixture as version 3 must show them, minute by minute from what the records say. */

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type Day = (typeof days)[number];

interface Period {
  readonly day: Day;
  readonly open: { readonly hour: number; readonly minute: number };
  readonly close: { readonly hour: number; readonly minute: number };
}

const minuteOf = (time = ''): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clock = (minute: number) => ({ hour: Math.floor(minute / 60), minute: minute % 60 });

const covers = (entries: readonly FixtureHour[], type: string, weekday: number, minute: number): boolean =>
  entries.some(
    (entry) =>
      entry.type === type &&
      entry.weekday === weekday &&
      minuteOf(entry.start_time) <= minute &&
      minute < minuteOf(entry.end_time),
  );

/** Periods of every weekday in which a minute is open that `opens` covers and LUNCH does not. */
const periodsOf = (entries: readonly FixtureHour[], opens: 'HOURS' | 'HATCH'): Period[] =>
  days.flatMap((day, weekday) => {
    const isOpen = (minute: number) =>
      covers(entries, opens, weekday, minute) &&
      !(opens === 'HOURS' && covers(entries, 'LUNCH', weekday, minute));
    const periods: Period[] = [];
    for (let minute = 0; minute < 24 * 60; minute++) {
      if (!isOpen(minute)) continue;
      const start = minute;
      while (isOpen(minute)) minute++;
      periods.push({ day, open: clock(start), close: clock(minute) });
    }
    return periods;
  });

const reckoned = new WeakMap<readonly FixtureHour[], Map<string, Period[]>>();

const periodsOnce = (entries: readonly FixtureHour[], opens: 'HOURS' | 'HATCH'): Period[] => {
  const known = reckoned.get(entries) ?? new Map<string, Period[]>();
  reckoned.set(entries, known);
  const periods = known.get(opens) ?? periodsOf(entries, opens);
  known.set(opens, periods);
  return periods;
};

/** Undefined where the capability carries no hours. */
export const standardPeriods = (
  { hours = [], services = [] }: FixtureLocation,
  code: number,
): readonly Period[] | undefined => {
  const own = services.find((offered) => offered.code === code)?.hours ?? [];
  if (own.length > 0) return periodsOnce(own, 'HOURS');
  const from = fixtureNetwork.services.find(({ service_code }) => service_code === code)?.hours_from;
  if (from === 'LOCATION') {
    return hours.some(({ type }) => type !== 'HATCH') ? periodsOnce(hours, 'HOURS') : undefined;
  }
  if (from === 'HATCH') {
    return hours.some(({ type }) => type === 'HATCH') ? periodsOnce(hours, 'HATCH') : undefined;
  }
  return undefined;
};

type CurrentPeriods = NonNullable<OperationalCapability['attributes']['current_hours']>['periods'];

/** Seven days from one of them on, as they are in a week without special dates: those of the fixture are in 2030. */
export const currentPeriods = (standard: readonly Period[], today: Day): CurrentPeriods =>
  days.flatMap((_, offset): CurrentPeriods => {
    const day = days[(days.indexOf(today) + offset) % 7] ?? today;
    const open = standard.filter((period) => period.day === day);
    if (open.length === 0) return [{ day, type: 'CLOSED' }];
    return open.map((period) => ({ day, type: 'HOURS', open: period.open, close: period.close }));
  });

const formats = new Map<string, Intl.DateTimeFormat>();

/** What weekday it is in a time zone. */
export const weekdayIn = (timeZone: string, now: number): Day => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' });
  formats.set(timeZone, format);
  const name = format.format(now).toUpperCase();
  return days.find((day) => day === name) ?? 'MON';
};
