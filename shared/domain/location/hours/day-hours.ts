import type { HourEntry } from './hour-entry.ts';
import {
  goesOverMidnight,
  intersection,
  joined,
  lastsUntilMidnight,
  onNextDay,
  onTheirDay,
  type Stretch,
  stretchOf,
  wholeDay,
  without,
} from './stretch.ts';

/** Hours of one day. Stretches may continue past the midnight that ends it. */
export interface DayHours {
  /** Openings that begin on this day. */
  readonly openings: readonly Stretch[];
  /** Closures, cut out of the openings. */
  readonly closures: readonly Stretch[];
  /** Whether openings of this day end by midnight even if they would continue. */
  readonly endsByMidnight: boolean;
  /** Whether a SPECIAL_ entry makes the day differ from the usual week. */
  readonly isUnusual: boolean;
}

/** HOURS and LUNCH entries of one weekday. */
export interface OrdinaryEntries {
  readonly hours: readonly HourEntry[];
  readonly lunch: readonly HourEntry[];
}

/** Returns the stretches of readable entries; unreadable ones are ignored. */
const readable = (entries: readonly HourEntry[]): readonly Stretch[] =>
  entries.map(stretchOf).filter((stretch) => stretch !== undefined);

/**
 * Returns the stretch of a lunch. A lunch past midnight is valid only within an opening past midnight; any other is a
 * mistake, and undefined like an unreadable one.
 */
export const lunchWithin = (openings: readonly Stretch[], entry: HourEntry): Stretch | undefined => {
  const lunch = stretchOf(entry);
  if (!lunch || !goesOverMidnight(lunch)) return lunch;
  const isWithin = joined(openings).some(({ start, end }) => start <= lunch.start && lunch.end <= end);
  return isWithin ? lunch : undefined;
};

/** Whether a lunch ends when it begins, as files have it for days without lunch. */
export const takesNoTime = ({ startTime, endTime }: HourEntry): boolean =>
  startTime !== undefined && startTime === endTime;

/**
 * Returns the closures for lunches. A lunch that cannot be read closes the whole day, so that no customer finds a
 * closed door.
 */
const lunchOf = (entries: readonly HourEntry[], openings: readonly Stretch[]): readonly Stretch[] => {
  if (entries.length === 0) return [];
  return entries
    .filter((entry) => !takesNoTime(entry))
    .map((entry) => lunchWithin(openings, entry) ?? wholeDay);
};

/** Returns the hours of a day without SPECIAL_ entries. */
export const ordinaryHours = ({ hours, lunch }: OrdinaryEntries): DayHours => {
  const openings = readable(hours);
  const closures = lunchOf(lunch, openings);
  return { openings, closures, endsByMidnight: closures.includes(wholeDay), isUnusual: false };
};

const ofType = (entries: readonly HourEntry[], type: HourEntry['type']) =>
  entries.filter((entry) => entry.type === type);

/**
 * Returns the hours of a day with SPECIAL_ entries. SPECIAL_HOURS replace HOURS and LUNCH, readable or not; the usual
 * LUNCH is not cut out of them. SPECIAL_LUNCH replaces LUNCH, and SPECIAL_CLOSED closes the whole day if its times
 * cannot be read.
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
    // A different lunch does not make a closed day special.
    isUnusual: areSpecial || specialClosures.length > 0 || (lunch.length > 0 && openings.length > 0),
  };
};

/**
 * Returns the hours of a hatch on a day with SPECIAL_ entries of its location. SPECIAL_HOURS do not open the hatch: it
 * opens as usual, but only during them.
 */
export const specialHatchHours = (ordinary: OrdinaryEntries, special: readonly HourEntry[]): DayHours => {
  const hours = ofType(special, 'SPECIAL_HOURS');
  const day = specialHours(
    ordinary,
    special.filter(({ type }) => type !== 'SPECIAL_HOURS'),
  );
  if (hours.length === 0) return day;
  return {
    ...day,
    openings: intersection(day.openings, readable(hours)),
    isUnusual: day.isUnusual || day.openings.length > 0,
  };
};

/**
 * Returns the open stretches that affect a day, in order: openings of the day and those continuing from the night
 * before, minus the closures of both.
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
