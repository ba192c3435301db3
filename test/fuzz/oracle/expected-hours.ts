import timeZoneAt from '@photostructure/tz-lookup';
import type { CapabilityOpening, OperationalCapability } from '../../../shared/wire/work-centre.ts';
import { everyWeek } from '../../support/fixture/fixture-locations.ts';
import type { FixtureHour } from '../../support/fixture/fixture-network.ts';
import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { Finding, must } from '../checks.ts';
import { type Wrong, wrong } from './readings.ts';

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

/** Computed weeks by list of entries, because fixtures share lists. */
const computed = { HOURS: new WeakMap<Entries, Period[]>(), HATCH: new WeakMap<Entries, Period[]>() };

const usualWeek = ({ usual, opens }: Source): readonly Period[] => {
  const known = computed[opens].get(usual);
  if (known) return known;
  const periods = days.flatMap((day, weekday) => {
    const open = select(usual, weekday, opens);
    const lunch = opens === 'HOURS' ? select(usual, weekday, 'LUNCH') : [];
    return periodsOf(day, (minute) => covers(open, minute) && !covers(lunch, minute));
  });
  computed[opens].set(usual, periods);
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

const currentDay = (source: Source, weekday: number): CurrentPeriods => {
  const day = days[weekday] ?? 'MON';
  const usual = usualWeek(source).filter((period) => period.day === day);
  const own = weekly(source.own, weekday);
  const special = own.length > 0 ? own : weekly(source.ofLocation, weekday);
  // Closures in the fixture are always for whole days.
  if (special.some(({ type }) => type === 'SPECIAL_CLOSED')) return shown(day, [], true);
  if (special.length === 0) return shown(day, usual, false);
  if (own.length === 0 && source.isOwn) return shown(day, usual, false);
  const hatch = select(source.usual, weekday, 'HATCH');
  const isHatch = own.length === 0 && source.opens === 'HATCH';
  const periods = periodsOf(day, (minute) => covers(special, minute) && (!isHatch || covers(hatch, minute)));
  return shown(day, periods, !isHatch || hatch.length > 0);
};

/** Returns the hours of a weekday in a week in which only the special entries for every week apply. */
export type HoursOfWeekday = (weekday: number) => CurrentPeriods;

export const hoursOfCapability = (record: FixtureLocation, code: number): HoursOfWeekday | undefined => {
  const source = sourceOf(record, code);
  return source && ((weekday) => currentDay(source, weekday));
};

const hoursOfLocation = ({ hours = [] }: FixtureLocation): HoursOfWeekday | undefined => {
  const source: Source = { usual: hours, opens: 'HOURS', isOwn: false, own: [], ofLocation: hours };
  return hours.some(({ type }) => type === 'HOURS') ? (weekday) => currentDay(source, weekday) : undefined;
};

/** Returns the hours of seven days from the given day, or undefined if the capability has none. */
export const currentPeriods = (
  record: FixtureLocation,
  code: number,
  today: Day,
): CurrentPeriods | undefined => {
  const hours = hoursOfCapability(record, code);
  return hours && days.flatMap((_, offset) => hours((days.indexOf(today) + offset) % 7));
};

export const weekdayIn = (timeZone: string, now: number): Day =>
  days[weekdayAt(localTimeOf(timeZone, now))] ?? 'MON';

// Openings, at single minutes with Intl's local times

/** Value of `open_at`: the start of a minute or a second. A local time is given as if it were UTC. */
export interface RequestedAt {
  readonly time: number;
  readonly isLocal: boolean;
}

const timeForm =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]((?:[01][0-9]|2[0-3]):[0-5][0-9])(?:(:[0-5][0-9])(?:[.][0-9]+)?)?(?:([Zz])|([-+ ])([01][0-9]|2[0-3]):([0-5][0-9]))?$/;

/** Reads a time as the page of extensions defines it, but does not check its distance from now. */
const readTime = (text: string): RequestedAt | Wrong => {
  const [, date = '', minute, second = ':00', utc, sign, hours, minutes] = timeForm.exec(text) ?? [];
  const local = Date.parse(`${date}T${minute}${second}Z`);
  // `Date` reads 30 February as 2 March.
  if (Number.isNaN(local) || !new Date(local).toISOString().startsWith(date)) return wrong;
  if (sign === undefined) return { time: local, isLocal: utc === undefined };
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return { time: sign === '-' ? local + offset : local - offset, isLocal: false };
};

const day = 86_400_000;

/** Reads `open_at`, which must be at most 31 days ago and at most 400 days ahead. */
export const openAtText = (text: string): 'now' | RequestedAt | Wrong => {
  if (text === 'now') return 'now';
  const requested = readTime(text);
  if (requested === wrong) return wrong;
  const ahead = requested.time - Date.now();
  return ahead >= -31 * day && ahead <= 400 * day ? requested : wrong;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const localTimes = new Map<string, number>();

/** Returns the local time at an instant, in epoch milliseconds as if it were UTC. */
const localTimeOf = (timeZone: string, instant: number): number => {
  const key = `${timeZone} ${instant}`;
  const known = localTimes.get(key);
  if (known !== undefined) return known;
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(timeZone, format);
  const local = Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
  if (localTimes.size > 200_000) localTimes.clear();
  localTimes.set(key, local);
  return local;
};

const weekdayAt = (local: number): number => (new Date(local).getUTCDay() + 6) % 7;

export const timeZoneOf = ({ time_zone, lat, lon }: FixtureLocation): string =>
  time_zone ?? timeZoneAt(lat, lon);

export const instantAt = (record: FixtureLocation, { time, isLocal }: RequestedAt): number => {
  if (!isLocal) return time;
  const timeZone = timeZoneOf(record);
  const offsetAt = (instant: number) => localTimeOf(timeZone, instant) - instant;
  // If two instants have this local time, the earlier one counts. In a gap, the offset before it applies.
  const before = offsetAt(time - day);
  const instants = [time - before, time - offsetAt(time + day)].filter(
    (instant) => localTimeOf(timeZone, instant) === time,
  );
  return instants.length > 0 ? Math.min(...instants) : time - before;
};

/** Returns the hours that determine whether a location or its capabilities are open. Empty if none are known. */
export const schedulesOf = (
  record: FixtureLocation,
  ids?: ReadonlySet<string>,
): readonly HoursOfWeekday[] => {
  const usual = hoursOfLocation(record);
  const codes = (record.services ?? []).map(({ code }) => code);
  const idOf = (code: number) =>
    fixtureNetwork.services.find(({ service_code }) => service_code === code)?.capability_id ?? '';
  if (!ids && usual) return [usual];
  return codes
    .filter((code) => !ids || ids.has(idOf(code)))
    .flatMap((code) => hoursOfCapability(record, code) ?? (ids ? usual : undefined) ?? []);
};

/** Whether any of the schedules is open at an instant. Undefined if there are no schedules. */
export const isOpen = (
  record: FixtureLocation,
  schedules: readonly HoursOfWeekday[],
  instant: number,
): boolean | undefined => {
  if (schedules.length === 0) return undefined;
  const local = localTimeOf(timeZoneOf(record), instant);
  const weekday = weekdayAt(local);
  const minute = Math.floor((local % day) / 60_000);
  return schedules.some((hours) =>
    hours(weekday).some(({ open, close }) => {
      if (!open || !close) return false;
      const end = close.hour * 60 + close.minute;
      return open.hour * 60 + open.minute <= minute && minute < (end === 1439 ? 1440 : end);
    }),
  );
};

const stateOf = (open: boolean | undefined) => (open === undefined ? 'UNKNOWN' : open ? 'OPEN' : 'CLOSED');

const daysAhead = 14;

/** Checks that the state lasts until the next change or for 14 days, at intervals of 90 minutes. */
export const checkOpening = (
  what: string,
  { at, state, open_until, next_opening, special }: CapabilityOpening,
  { record, schedules }: { readonly record: FixtureLocation; readonly schedules: readonly HoursOfWeekday[] },
): void => {
  const instant = Date.parse(at);
  const timeZone = timeZoneOf(record);
  for (const text of [at, open_until, next_opening].filter((each) => each !== undefined)) {
    const shown = Date.parse(`${text.slice(0, 19)}Z`);
    must(shown === localTimeOf(timeZone, Date.parse(text)), `${what}: local time`, timeZone, text);
  }
  const expected = stateOf(isOpen(record, schedules, instant));
  must(state === expected, `${what}: state at ${at}`, expected, state);
  must((special === undefined) === (state === 'UNKNOWN'), `${what}: special`, state, special);
  const change = state === 'OPEN' ? open_until : next_opening;
  const other = state === 'OPEN' ? next_opening : open_until;
  must(other === undefined, `${what}: the other time`, undefined, other);
  if (state === 'UNKNOWN') {
    must(change === undefined, `${what}: change`, undefined, change);
    return;
  }
  const end = change === undefined ? instant + daysAhead * day : Date.parse(change);
  const isSame = (at: number) => stateOf(isOpen(record, schedules, at)) === state;
  for (let time = instant; time < end; time += 90 * 60_000)
    if (!isSame(time))
      throw new Finding(`${what}: ${state} from ${at}, not at ${new Date(time).toISOString()}`);
  if (change === undefined) return;
  must(end > instant && end <= instant + daysAhead * day, `${what}: time of the change`, 'soon', change);
  must(isSame(end - 60_000), `${what}: a minute before ${change}`, state, 'another state');
  must(!isSame(end), `${what}: at ${change}`, 'another state', state);
};
