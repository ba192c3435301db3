import { lunchWithin, takesNoTime } from './day-hours.ts';
import type { HourEntry } from './hour-entry.ts';
import { goesOverMidnight, stretchOf } from './stretch.ts';

/** When it opens on the day of a lunch; of a special one, on any day, as its dates are not looked at. */
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
  // A special closure without times is for the whole day.
  const needsTimes = entry.type !== 'SPECIAL_CLOSED' || (entry.startTime ?? entry.endTime) !== undefined;
  return stretch !== undefined || !needsTimes;
};

/**
 * Entries whose times say nothing that could be shown: one is missing or no time, both are the same, which may mean a
 * whole day or none unless it is a lunch, or a lunch is over midnight where no opening is.
 */
export const senselessEntries = (entries: readonly HourEntry[]): readonly HourEntry[] =>
  entries.filter((entry) => !makesSense(entry, entries));
