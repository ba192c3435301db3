import type { HourEntry } from './hour-entry.ts';

/**
 * Stretch of time in minutes since the midnight that begins a day, end exclusive. An end beyond `minutesInDay` is on
 * the next day.
 */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Minutes of a day by the clock, even on days when clocks change. */
const minutesInDay = 24 * 60;

/** Minute that stands for the midnight at the end of a day, as the contract has no hour 24. */
const lastMinute = minutesInDay - 1;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Minutes of every time of day as written, as a look-up is cheaper than parsing on the hot path. */
const minutesOfTime: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 24 * 60 }, (_, minutes) => [
    `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
    minutes,
  ]),
);

/**
 * Returns the stretch of an entry; an end before the start is on the next day. Undefined if times are missing or
 * unreadable, or equal, which may mean a whole day or none.
 */
export const stretchOf = ({
  startTime,
  endTime,
}: Pick<HourEntry, 'startTime' | 'endTime'>): Stretch | undefined => {
  const start = minutesOfTime.get(startTime ?? '');
  const end = minutesOfTime.get(endTime ?? '');
  if (start === undefined || end === undefined || start === end) return undefined;
  return { start, end: start < end ? end : end + minutesInDay };
};

/** Stretch from midnight to midnight. */
export const wholeDay: Stretch = { start: 0, end: minutesInDay };

/** Whether part of the stretch is on the next day. */
export const goesOverMidnight = ({ end }: Stretch): boolean => end > minutesInDay;

/** Whether the stretch ends at the midnight that ends its day, or at 23:59, which stands for it. */
export const lastsUntilMidnight = ({ end }: Stretch): boolean => end === lastMinute || end === minutesInDay;

/** Clips stretches to their own day; those past midnight end at 23:59. */
export const onTheirDay = (stretches: readonly Stretch[]): readonly Stretch[] =>
  stretches.every(({ end }) => end < minutesInDay)
    ? stretches
    : stretches
        .map(({ start, end }) => ({ start, end: Math.min(end, lastMinute) }))
        .filter(({ start, end }) => start < end);

/** Returns the parts of stretches on the next day, in minutes of that day. */
export const onNextDay = (stretches: readonly Stretch[]): readonly Stretch[] =>
  stretches.filter(goesOverMidnight).map(({ end }) => ({ start: 0, end: end - minutesInDay }));

/** Merges overlapping and touching stretches, in order. */
export const joined = (stretches: readonly Stretch[]): readonly Stretch[] => {
  const inOrder = stretches.toSorted((one, other) => one.start - other.start);
  const result: Stretch[] = [];
  for (const stretch of inOrder) {
    const last = result.at(-1);
    if (last && stretch.start <= last.end) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, stretch.end) };
    } else {
      result.push(stretch);
    }
  }
  return result;
};

/** Returns what stretches have in common with others. */
export const intersection = (stretches: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] =>
  stretches.flatMap((one) =>
    others
      .map(({ start, end }) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }))
      .filter(({ start, end }) => start < end),
  );

/**
 * Subtracts cuts from ordered stretches that do not overlap. One walk along both, since a file may give a day thousands
 * of cuts.
 */
export const without = (stretches: readonly Stretch[], cuts: readonly Stretch[]): readonly Stretch[] => {
  if (cuts.length === 0) return stretches;
  const taken = joined(cuts);
  const rest: Stretch[] = [];
  let next = 0;
  for (const { start, end } of stretches) {
    let from = start;
    for (let cut = taken[next]; cut && cut.start < end; cut = taken[next]) {
      if (from < cut.start) rest.push({ start: from, end: cut.start });
      from = Math.max(from, cut.end);
      // A cut that continues past this stretch also affects the following ones.
      if (cut.end > end) break;
      next++;
    }
    if (from < end) rest.push({ start: from, end });
  }
  return rest;
};
