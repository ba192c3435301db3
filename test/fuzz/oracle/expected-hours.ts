import type { OperationalCapability } from '../../../shared/wire/work-centre.ts';
import { everyWeek } from '../../support/fixture/fixture-hours.ts';
import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import type { FixtureHour } from '../../support/fixture/fixture-record.ts';

/** Opening hours that version 3 must show for the fixture, computed minute by minute from the records. */

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type Day = (typeof days)[number];

interface Period {
  readonly day: Day;
  readonly open: { readonly hour: number; readonly minute: number };
  readonly close: { readonly hour: number; readonly minute: number };
}

const minuteOf = (time = ''): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const clock = (minute: number) => ({ hour: Math.floor(minute / 60), minute: minute % 60 });

type Entries = readonly FixtureHour[];

const covers = (entries: Entries, minute: number): boolean =>
  entries.some((entry) => minuteOf(entry.start_time) <= minute && minute < minuteOf(entry.end_time));

const select = (entries: Entries, weekday: number, ...types: readonly FixtureHour['type'][]): Entries =>
  entries.filter((entry) => entry.weekday === weekday && types.includes(entry.type));

const periodsOf = (day: Day, isOpen: (minute: number) => boolean): Period[] => {
  const periods: Period[] = [];
  for (let minute = 0; minute < 24 * 60; minute++) {
    if (!isOpen(minute)) continue;
    const start = minute;
    while (isOpen(minute)) minute++;
    periods.push({ day, open: clock(start), close: clock(minute) });
  }
  return periods;
};

interface Source {
  readonly usual: Entries;
  readonly opens: 'HOURS' | 'HATCH';
  readonly isOwn: boolean;
  readonly own: Entries;
  readonly ofLocation: Entries;
}

/** Returns the entries that determine a capability's hours, or undefined if it has no regular hours. */
const sourceOf = ({ hours = [], services = [] }: FixtureLocation, code: number): Source | undefined => {
  const own = services.find((offered) => offered.code === code)?.hours ?? [];
  const from = fixtureNetwork.services.find(({ service_code }) => service_code === code)?.hours_from;
  const isOwn = own.some(({ type }) => type === 'HOURS');
  const opens = from === 'HATCH' && !isOwn ? 'HATCH' : 'HOURS';
  const usual = isOwn ? own : from === undefined ? [] : hours;
  return usual.some(({ type }) => type === opens)
    ? { usual, opens, isOwn, own, ofLocation: hours }
    : undefined;
};

const usualPeriods = ({ usual, opens }: Source, weekday: number, day: Day): Period[] => {
  const open = select(usual, weekday, opens);
  const lunch = opens === 'HOURS' ? select(usual, weekday, 'LUNCH') : [];
  return periodsOf(day, (minute) => covers(open, minute) && !covers(lunch, minute));
};

/** Computed weeks by list of entries, because fixtures share lists. */
const computed = new WeakMap<Entries, Map<string, readonly Period[]>>();

const usualWeek = (source: Source): readonly Period[] => {
  const known = computed.get(source.usual) ?? new Map<string, readonly Period[]>();
  computed.set(source.usual, known);
  const periods =
    known.get(source.opens) ?? days.flatMap((day, weekday) => usualPeriods(source, weekday, day));
  known.set(source.opens, periods);
  return periods;
};

export const standardPeriods = (record: FixtureLocation, code: number): readonly Period[] | undefined => {
  const source = sourceOf(record, code);
  return source && usualWeek(source);
};

/** Special entries that apply in every week. All others in the fixture are for dates in 2030. */
const weekly = (entries: Entries, weekday: number): Entries =>
  select(entries, weekday, 'SPECIAL_HOURS', 'SPECIAL_CLOSED').filter(
    ({ start_date, end_date }) => start_date === everyWeek.start_date && end_date === everyWeek.end_date,
  );

type CurrentPeriods = NonNullable<OperationalCapability['attributes']['current_hours']>['periods'];

const shown = (day: Day, periods: readonly Period[], isSpecial: boolean): CurrentPeriods =>
  periods.length === 0
    ? [{ day, type: isSpecial ? 'SPECIAL_CLOSED' : 'CLOSED' }]
    : periods.map(({ open, close }) => ({ day, type: isSpecial ? 'SPECIAL_HOURS' : 'HOURS', open, close }));

const currentDay = (source: Source, weekday: number, day: Day): CurrentPeriods => {
  const usual = usualWeek(source).filter((period) => period.day === day);
  const own = weekly(source.own, weekday);
  const special = own.length > 0 ? own : weekly(source.ofLocation, weekday);
  // Closures in the fixture are always for whole days.
  if (special.some(({ type }) => type === 'SPECIAL_CLOSED')) return shown(day, [], true);
  if (special.length === 0) return shown(day, usual, false);
  if (own.length > 0)
    return shown(
      day,
      periodsOf(day, (minute) => covers(special, minute)),
      true,
    );
  if (source.isOwn) return shown(day, usual, false);
  const hatch = select(source.usual, weekday, 'HATCH');
  const isHatch = source.opens === 'HATCH';
  const periods = periodsOf(day, (minute) => covers(special, minute) && (!isHatch || covers(hatch, minute)));
  return shown(day, periods, !isHatch || hatch.length > 0);
};

/** Returns the hours of a weekday in a week in which only the special entries for every week apply. */
export type HoursOfWeekday = (weekday: number) => CurrentPeriods;

const hoursOf = (source: Source | undefined): HoursOfWeekday | undefined =>
  source && ((weekday) => currentDay(source, weekday, days[weekday] ?? 'MON'));

export const hoursOfCapability = (record: FixtureLocation, code: number): HoursOfWeekday | undefined =>
  hoursOf(sourceOf(record, code));

export const hoursOfLocation = ({ hours = [] }: FixtureLocation): HoursOfWeekday | undefined =>
  hours.some(({ type }) => type === 'HOURS')
    ? hoursOf({ usual: hours, opens: 'HOURS', isOwn: false, own: [], ofLocation: hours })
    : undefined;

/** Returns the hours of seven days from the given day, or undefined if the capability has none. */
export const currentPeriods = (
  record: FixtureLocation,
  code: number,
  today: Day,
): CurrentPeriods | undefined => {
  const hours = hoursOfCapability(record, code);
  return hours && days.flatMap((_, offset) => hours((days.indexOf(today) + offset) % 7));
};

const formats = new Map<string, Intl.DateTimeFormat>();

export const weekdayIn = (timeZone: string, now: number): Day => {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' });
  formats.set(timeZone, format);
  const name = format.format(now).toUpperCase();
  return days.find((day) => day === name) ?? 'MON';
};
