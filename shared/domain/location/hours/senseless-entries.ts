import { lunchWithin, takesNoTime } from './day-hours.ts';
import type { HourEntry } from './hour-entry.ts';
import { goesOverMidnight, stretchOf } from './stretch.ts';

/** Returns the openings on the day of a lunch; for a special lunch on any day, as its dates are not checked. */
const openingsAround = (lunch: HourEntry, entries: readonly HourEntry[]) =>
  entries.flatMap((entry) => {
    const { type, weekday } = entry;
    const isOpening =
      type === 'HOURS'
        ? lunch.weekday === undefined || lunch.weekday === weekday
        : type === 'SPECIAL_HOURS' && lunch.type === 'SPECIAL_LUNCH';
    return isOpening ? (stretchOf(entry) ?? []) : [];
  });

const isLunch = ({ type }: HourEntry): boolean => type === 'LUNCH' || type === 'SPECIAL_LUNCH';

const makesSense = (entry: HourEntry, entries: readonly HourEntry[]): boolean => {
  if (isLunch(entry) && takesNoTime(entry)) return true;
  const stretch = stretchOf(entry);
  if (stretch && goesOverMidnight(stretch) && isLunch(entry))
    return lunchWithin(openingsAround(entry, entries), entry) !== undefined;
  // A SPECIAL_CLOSED without times closes the whole day.
  const needsTimes = entry.type !== 'SPECIAL_CLOSED' || (entry.startTime ?? entry.endTime) !== undefined;
  return stretch !== undefined || !needsTimes;
};

/**
 * Returns entries whose times cannot be shown: one is missing or invalid, both are equal (ambiguous, except for a
 * lunch), or a lunch continues past midnight without an opening that does.
 */
export const senselessEntries = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries.filter((entry) => !makesSense(entry, entries));
