import type { HourEntry } from './hour-entry.ts';
import {
  goesOverMidnight,
  joined,
  lastsUntilMidnight,
  onNextDay,
  onTheirDay,
  type Stretch,
  stretchOf,
  wholeDay,
  without,
} from './stretch.ts';

/** What entries say of one day. Stretches may go on over the midnight that ends it. */
export interface DayHours {
  /** When it opens on this day, and until when. */
  readonly openings: readonly Stretch[];
  /** When it is closed all the same. */
  readonly closures: readonly Stretch[];
  /** Whether what opens on this day is closed by midnight, whatever its end. */
  readonly endsByMidnight: boolean;
  /** Whether a SPECIAL_ entry makes it other than every week. */
  readonly isUnusual: boolean;
}

/** The entries of one weekday. */
export interface OrdinaryEntries {
  readonly hours: readonly HourEntry[];
  readonly lunch: readonly HourEntry[];
}

/** Those that cannot be read say nothing of any opening. */
const readable = (entries: readonly HourEntry[]): readonly Stretch[] =>
  entries.map(stretchOf).filter((stretch) => stretch !== undefined);

/**
 * The stretch of a lunch. Over midnight it makes sense only within an opening that goes over it as well: else it is a
 * slip, and undefined as one that cannot be read.
 */
export const lunchWithin = (openings: readonly Stretch[], entry: HourEntry): Stretch | undefined => {
  const lunch = stretchOf(entry);
  if (!lunch || !goesOverMidnight(lunch)) return lunch;
  const isWithin = joined(openings).some(({ start, end }) => start <= lunch.start && lunch.end <= end);
  return isWithin ? lunch : undefined;
};

/** Whether a lunch ends when it begins: files have such for days without one. */
export const takesNoTime = ({ startTime, endTime }: HourEntry): boolean =>
  startTime !== undefined && startTime === endTime;

/** A lunch that makes no sense is taken for the whole day: nobody is to stand before a closed door. */
const lunchOf = (entries: readonly HourEntry[], openings: readonly Stretch[]): readonly Stretch[] => {
  if (entries.length === 0) return [];
  return entries
    .filter((entry) => !takesNoTime(entry))
    .map((entry) => lunchWithin(openings, entry) ?? wholeDay);
};

/** What the entries of its weekday say of a day on which nothing special counts. */
export const ordinaryHours = ({ hours, lunch }: OrdinaryEntries): DayHours => {
  const openings = readable(hours);
  const closures = lunchOf(lunch, openings);
  return { openings, closures, endsByMidnight: closures.includes(wholeDay), isUnusual: false };
};

const ofType = (entries: readonly HourEntry[], type: HourEntry['type']) =>
  entries.filter((entry) => entry.type === type);

/**
 * The same of a day on which SPECIAL_ entries count. SPECIAL_HOURS stand for HOURS and LUNCH, whether they can be read
 * or not: a lunch that they do not name themselves is not cut out of them. SPECIAL_LUNCH stands for LUNCH, and
 * SPECIAL_CLOSED closes the whole day where its times cannot be read.
 */
export const specialHours = (ordinary: OrdinaryEntries, special: readonly HourEntry[]): DayHours => {
  const hours = ofType(special, 'SPECIAL_HOURS');
  const lunch = ofType(special, 'SPECIAL_LUNCH');
  const specialClosures = ofType(special, 'SPECIAL_CLOSED').map((entry) => stretchOf(entry) ?? wholeDay);
  const areSpecial = hours.length > 0;
  const { openings, closures, endsByMidnight } = ordinaryHours({
    hours: areSpecial ? hours : ordinary.hours,
    lunch: areSpecial || lunch.length > 0 ? lunch : ordinary.lunch,
  });
  return {
    openings,
    closures: [...closures, ...specialClosures],
    endsByMidnight: endsByMidnight || specialClosures.some(lastsUntilMidnight),
    // Another lunch makes no special day of one that is closed anyway.
    isUnusual: areSpecial || specialClosures.length > 0 || (lunch.length > 0 && openings.length > 0),
  };
};

/**
 * When it is open on a day, in order: what opens on it and what goes on from the night before, without the closures of
 * both.
 */
export const openOn = (day: DayHours, dayBefore: DayHours): readonly Stretch[] => {
  const opens = onTheirDay(day.openings);
  const goesOn = dayBefore.endsByMidnight ? [] : onNextDay(dayBefore.openings);
  const closes = onTheirDay(day.closures);
  const goesOnClosed = onNextDay(dayBefore.closures);
  return without(
    joined(goesOn.length > 0 ? [...goesOn, ...opens] : opens),
    goesOnClosed.length > 0 ? [...goesOnClosed, ...closes] : closes,
  );
};
