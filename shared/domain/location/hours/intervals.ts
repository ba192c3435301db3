import { timeOfDayPattern } from './calendar.ts';
import type { HourEntry } from './entries.ts';

/** Minutes since the midnight at the start of a day, end exclusive. An end after `minutesPerDay` is on the next day. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Minutes of a day by the clock, even on days when clocks change. */
const minutesPerDay = 24 * 60;

/** An end at this minute represents the midnight at the end of the day, because the contract has no hour 24. */
const lastMinute = minutesPerDay - 1;

export const wholeDay: Interval = { start: 0, end: minutesPerDay };

/**
 * Returns the interval of an entry. If it ends before it starts, the end is on the next day. An end of 23:59 represents
 * midnight. Undefined if times are missing or invalid, or if they are equal, which may mean a whole day or none.
 */
export const intervalOf = ({
  startTime,
  endTime,
}: Pick<HourEntry, 'startTime' | 'endTime'>): Interval | undefined => {
  const start = minuteOf(startTime);
  const end = minuteOf(endTime);
  if (start === undefined || end === undefined || start === end) return undefined;
  if (end === lastMinute) return { start, end: minutesPerDay };
  return { start, end: start < end ? end : end + minutesPerDay };
};

export const crossesMidnight = ({ end }: Interval): boolean => end > minutesPerDay;

export const endsAtMidnight = ({ end }: Interval): boolean => end === minutesPerDay;

export const onSameDay = (intervals: readonly Interval[]): readonly Interval[] =>
  intervals.map(({ start, end }) => ({ start, end: Math.min(end, minutesPerDay) }));

/** Returns the intervals of a day as the contract can show them: an interval until midnight ends at 23:59. */
export const untilLastMinute = (intervals: readonly Interval[]): readonly Interval[] =>
  intervals.map(({ start, end }) => ({ start, end: Math.min(end, lastMinute) })).filter(isNotEmpty);

/** Returns the parts of intervals that are on the next day, in minutes of that day. */
export const onNextDay = (intervals: readonly Interval[]): readonly Interval[] =>
  intervals.filter(crossesMidnight).map(({ end }) => ({ start: 0, end: end - minutesPerDay }));

/** Merges overlapping and touching intervals. The result is in order. */
export const union = (intervals: readonly Interval[]): readonly Interval[] => {
  const merged: Interval[] = [];
  for (const { start, end } of intervals.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else merged.push({ start, end });
  }
  return merged;
};

export const intersection = (
  intervals: readonly Interval[],
  others: readonly Interval[],
): readonly Interval[] =>
  intervals.flatMap((one) =>
    others
      .map(({ start, end }) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }))
      .filter(isNotEmpty),
  );

/** Subtracts cuts from non-overlapping intervals. */
export const difference = (intervals: readonly Interval[], cuts: readonly Interval[]): readonly Interval[] =>
  // The cuts are merged first, because a day may have thousands of them.
  union(cuts).reduce<readonly Interval[]>(
    (remaining, cut) =>
      remaining.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, cut.start) },
          { start: Math.max(start, cut.end), end },
        ].filter(isNotEmpty),
      ),
    intervals,
  );

const isNotEmpty = ({ start, end }: Interval): boolean => start < end;

/** Parses `hh:mm` to minutes since midnight; undefined if it is not a time of day. */
const minuteOf = (time = ''): number | undefined => {
  const [, hour, minute] = timeOfDayPattern.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
};
