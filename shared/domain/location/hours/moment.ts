import { lazy } from '../../lazy.ts';
import { type CalendarDay, dayMilliseconds, formatsByZone } from './calendar.ts';

/** Time at which a location or service must be open. */
export interface RequestedTime {
  /** Epoch milliseconds. A local time is given as if it were UTC. */
  readonly time: number;
  /** Whether `time` is local to each location, rather than one instant. */
  readonly isLocal: boolean;
}

/** How far ahead the next opening or closing is reported, in milliseconds. */
export const horizon = 14 * dayMilliseconds;

/** An instant on the clock of a time zone. All instants are epoch milliseconds. */
export interface Moment {
  readonly timeZone: string;
  readonly at: number;
  readonly date: CalendarDay;
  /** Minute of the day. */
  readonly minute: number;
  /** Periods with a constant offset, in order, from `at` until just after the horizon. */
  readonly periods: () => readonly OffsetPeriod[];
}

/** A period, end exclusive, and the offset of local time from UTC in milliseconds, positive in the east. */
interface OffsetPeriod {
  readonly start: number;
  readonly end: number;
  readonly offset: number;
}

/**
 * Creates a function that returns the moment of a requested time in a time zone; undefined if the zone is unknown. A
 * local time that the clock skips uses the offset before the change. A local time that occurs twice means its first
 * occurrence. Moments are cached, so that a request calls Intl only once for each zone.
 */
export const momentsOf = ({ time, isLocal }: RequestedTime): ((timeZone: string) => Moment | undefined) => {
  const moments = new Map<string, Moment | undefined>();
  return (timeZone) => {
    if (moments.has(timeZone)) return moments.get(timeZone);
    const offsetAt = offsetsOf(timeZone);
    const moment = offsetAt && momentAt(timeZone, offsetAt, isLocal ? instantOf(time, offsetAt) : time);
    moments.set(timeZone, moment);
    return moment;
  };
};

/** Formats an instant between `at` and the horizon as RFC 3339 with the local offset: 2026-12-24T17:30:00+11:00. */
export const formatInstant = (instant: number, { periods }: Moment): string => {
  const offset = periods().find(({ end }) => instant < end)?.offset ?? 0;
  const local = new Date(instant + offset).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
  const size = new Date(Math.abs(offset))
    .toISOString()
    .slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDThh:mm'.length);
  return `${local}${offset < 0 ? '-' : '+'}${size}`;
};

type OffsetAt = (instant: number) => number;

const minuteMilliseconds = 60_000;

const momentAt = (timeZone: string, offsetAt: OffsetAt, at: number): Moment => {
  const local = at + offsetAt(at);
  const date = Math.floor(local / dayMilliseconds);
  return {
    timeZone,
    at,
    date,
    minute: Math.floor((local - date * dayMilliseconds) / minuteMilliseconds),
    periods: lazy(() => periodsBetween(at, at + horizon + 1, offsetAt)),
  };
};

/** Returns the instant of a local time, which is given as if it were UTC. */
const instantOf = (local: number, offsetAt: OffsetAt): number => {
  // No offset exceeds a day, and no zone changes its clock twice within two days.
  const [before, after] = [offsetAt(local - dayMilliseconds), offsetAt(local + dayMilliseconds)];
  const isAfterChange = offsetAt(local - before) !== before && offsetAt(local - after) === after;
  return local - (isAfterChange ? after : before);
};

const periodsBetween = (from: number, to: number, offsetAt: OffsetAt): readonly OffsetPeriod[] => {
  const periods: OffsetPeriod[] = [];
  let [start, offset] = [from, offsetAt(from)];
  for (let day = from; day < to; day += dayMilliseconds) {
    const next = Math.min(day + dayMilliseconds, to);
    const nextOffset = offsetAt(next);
    if (nextOffset === offset) continue;
    const change = changeBetween(day, next, offsetAt);
    periods.push({ start, end: change, offset });
    [start, offset] = [change, nextOffset];
  }
  return [...periods, { start, end: to, offset }];
};

/** Finds the first instant with the offset of `late`, by bisection. Clocks change only on whole seconds. */
const changeBetween = (early: number, late: number, offsetAt: OffsetAt): number => {
  const [second, offset] = [1000, offsetAt(late)];
  let [low, high] = [Math.floor(early / second), Math.ceil(late / second)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * second) === offset) high = middle;
    else low = middle;
  }
  return high * second;
};

const offsetFormatOf = formatsByZone({ timeZoneName: 'longOffset' });

/** Creates a function that returns the offset of a time zone at an instant; undefined if the zone is unknown. */
const offsetsOf = (timeZone: string): OffsetAt | undefined => {
  const format = offsetFormatOf(timeZone);
  return format && ((instant) => parseOffset(format.format(instant)));
};

/**
 * Parses the offset in a text such as `12/24/2026, GMT+11:00`, in milliseconds. Some versions of ICU write UTC without
 * digits.
 */
const parseOffset = (text: string): number => {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * minuteMilliseconds;
};
