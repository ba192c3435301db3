import type { HourEntry } from './hour-entry.ts';

/**
 * Minutes after the midnight that begins a day, the end not included. One that goes on over the midnight that ends the
 * day has an end beyond `minutesInDay`.
 */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** However long a day is when clocks change: opening hours are times of the clock. */
const minutesInDay = 24 * 60;

/** How the midnight that ends a day is written: the contract names no hour 24. */
const lastMinute = minutesInDay - 1;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Every time of day as an entry writes it: looking one up is several times faster than reading it. */
const minutesOfTime: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 24 * 60 }, (_, minutes) => [
    `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
    minutes,
  ]),
);

/**
 * What the entry says of its day: one whose end is before its start goes on to its end on the next day. Undefined where
 * times are missing or unreadable, or both the same, which may mean a whole day or none.
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

/** From midnight to midnight. */
export const wholeDay: Stretch = { start: 0, end: minutesInDay };

/** Whether something of it is on the next day. */
export const goesOverMidnight = ({ end }: Stretch): boolean => end > minutesInDay;

/** Whether nothing is left of its day when it ends, and nothing of the next day is in it. */
export const lastsUntilMidnight = ({ end }: Stretch): boolean => end === lastMinute || end === minutesInDay;

/** What of the stretches is on their own day: until 23:59 where they go on. */
export const onTheirDay = (stretches: readonly Stretch[]): readonly Stretch[] =>
  stretches.every(({ end }) => end < minutesInDay)
    ? stretches
    : stretches
        .map(({ start, end }) => ({ start, end: Math.min(end, lastMinute) }))
        .filter(({ start, end }) => start < end);

/** What of the stretches is on the day after theirs, by the clock of that day. */
export const onNextDay = (stretches: readonly Stretch[]): readonly Stretch[] =>
  stretches.filter(goesOverMidnight).map(({ end }) => ({ start: 0, end: end - minutesInDay }));

/** The same time in as few stretches as can be, in order: those that overlap or touch become one. */
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

/**
 * What is left of the stretches when the cuts are taken out of them: in order, as the stretches are, which must not
 * overlap. One walk along both, since a file may give a day thousands of cuts.
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
      // What goes on after this stretch is taken out of those behind it too.
      if (cut.end > end) break;
      next++;
    }
    if (from < end) rest.push({ start: from, end });
  }
  return rest;
};
