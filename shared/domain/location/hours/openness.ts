import { dayMilliseconds } from './calendar.ts';
import { union } from './intervals.ts';
import { horizon, type Moment } from './moment.ts';
import type { hoursByDate } from './opening-hours.ts';

/** Hours of several services, by date. Together, the services count as open when any of them is open. */
export type SharedHours = readonly ReturnType<typeof hoursByDate>[];

export const isOpenAt = (hours: SharedHours, { date, minute }: Moment): boolean =>
  hours.some((hoursOn) => hoursOn(date).open.some(({ start, end }) => start <= minute && minute < end));

/**
 * Returns whether something is open, the instant at which it closes or opens again (absent if it does neither within 14
 * days), and whether the date differs from the usual week. Openings that touch, for example at midnight, count as one.
 */
export const opennessAt = (hours: SharedHours, moment: Moment) => {
  const { at, date } = moment;
  const next = nextOpening(hours, moment);
  const isOpen = next?.start === at;
  const changesAt = isOpen ? next.end : next?.start;
  return {
    isOpen,
    ...(changesAt !== undefined && changesAt <= at + horizon && { changesAt }),
    isSpecial: hours.some((hoursOn) => hoursOn(date).isSpecial),
  };
};

/** Period between two instants, end exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const nextOpening = (hours: SharedHours, moment: Moment): Span | undefined => {
  let opening: Span | undefined;
  for (const span of openSpans(hours, moment)) {
    if (opening && span.start > opening.end) return opening;
    opening = { start: opening?.start ?? span.start, end: span.end };
  }
  return opening;
};

/**
 * Yields the spans during which any of the services is open, in order. In each period with a constant offset, a service
 * is open when local time is within the hours of its date. An hour that occurs twice is therefore open both times, and
 * an hour that the clock skips is not open.
 */
function* openSpans(hours: SharedHours, { periods }: Moment): Generator<Span> {
  for (const { start, end, offset } of periods()) {
    const lastDate = Math.floor((end - 1 + offset) / dayMilliseconds);
    for (let date = Math.floor((start + offset) / dayMilliseconds); date <= lastDate; date++) {
      const midnight = date * dayMilliseconds - offset;
      for (const open of union(hours.flatMap((hoursOn) => hoursOn(date).open))) {
        const span = {
          start: Math.max(start, midnight + open.start * 60_000),
          end: Math.min(end, midnight + open.end * 60_000),
        };
        if (span.start < span.end) yield span;
      }
    }
  }
}
