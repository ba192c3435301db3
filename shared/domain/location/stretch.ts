import type { HourEntry } from './hour-entry.ts';

/** Part of a day: minutes after midnight, the end not included. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Every time of day as an entry writes it: looking one up is several times faster than reading it. */
const minutesOfTime: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 24 * 60 }, (_, minutes) => [
    `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`,
    minutes,
  ]),
);

/** What the entry says of a day; nothing where its times are missing, unreadable or the wrong way round. */
export const stretchOf = ({ startTime, endTime }: HourEntry): Stretch | undefined => {
  const start = minutesOfTime.get(startTime ?? '');
  const end = minutesOfTime.get(endTime ?? '');
  return start !== undefined && end !== undefined && start < end ? { start, end } : undefined;
};

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
