import type { ShownWorkCentre } from '../api/answers.ts';
import type { TimeZoneOf } from '../state/locator-state.ts';
import { type DatedDay, datedWeek } from './dated-week.ts';
import type { ServiceHours } from './hours-of-work-centre.ts';
import { type LocalTime, localTime } from './local-time.ts';
import { type Openness, opennessAt } from './openness.ts';

/** Hours by the clock of their place. */
export interface HoursNow {
  readonly timeZone: string;
  readonly week: readonly DatedDay[];
  readonly now: LocalTime;
  readonly openness: Openness;
}

interface Moments {
  /** When the API said so. */
  readonly answeredAt: Date;
  readonly now: Date;
}

/** Undefined where the place's coordinates are in no time zone that the browser knows. */
export const hoursNow = (
  { location }: Pick<ShownWorkCentre, 'location'>,
  { current }: Pick<ServiceHours, 'current'>,
  timeZoneOf: TimeZoneOf,
  moments: Moments,
): HoursNow | undefined => {
  try {
    const timeZone = timeZoneOf(location.attributes);
    const now = localTime(timeZone, moments.now);
    const week = datedWeek(current, localTime(timeZone, moments.answeredAt).day);
    return { timeZone, week, now, openness: opennessAt(week, now) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
