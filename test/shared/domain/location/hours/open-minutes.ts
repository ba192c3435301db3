import { weekdayOf } from '../../../../../shared/domain/location/hours/calendar-day.ts';
import type { HourEntry } from '../../../../../shared/domain/location/hours/hour-entry.ts';

/** An entry in numbers: minutes of the day, and dates; those of ordinary entries say nothing. */
export interface NumberedEntry {
  readonly type: HourEntry['type'];
  readonly weekday: number | undefined;
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly last: number;
}

const dayLength = 1440;

type Minutes = ReadonlySet<number>;

/** Minutes from the beginning of the calendar; none of an entry that starts when it ends. */
const minutesOf = (date: number, { start, end }: NumberedEntry): Minutes => {
  const length = (end - start + dayLength) % dayLength;
  return new Set(Array.from({ length }, (_, minute) => date * dayLength + start + minute));
};

const wholeDate = (date: number): Minutes =>
  new Set(Array.from({ length: dayLength }, (_, minute) => date * dayLength + minute));

const union = (sets: readonly Minutes[]): Minutes => new Set(sets.flatMap((set) => [...set]));

/** What opens and what closes on a date, and whether nothing goes on to the next. */
const dateOf = (entries: readonly NumberedEntry[], date: number) => {
  const counting = entries.filter(({ type, weekday, first, last }) => {
    const isOnDay = weekday === undefined || weekday === weekdayOf(date);
    return isOnDay && (!type.startsWith('SPECIAL_') || (first <= date && date <= last));
  });
  const of = (type: HourEntry['type']) => counting.filter((entry) => entry.type === type);
  const isSpecial = of('SPECIAL_HOURS').length > 0;
  const opens = union(of(isSpecial ? 'SPECIAL_HOURS' : 'HOURS').map((entry) => minutesOf(date, entry)));
  const lunches = isSpecial || of('SPECIAL_LUNCH').length > 0 ? of('SPECIAL_LUNCH') : of('LUNCH');
  const makesNoSense = (entry: NumberedEntry) =>
    // Until the very midnight it is on one day yet.
    entry.end !== 0 && entry.end < entry.start && !minutesOf(date, entry).isSubsetOf(opens);
  const closures = of('SPECIAL_CLOSED').map((entry) =>
    entry.start === entry.end ? wholeDate(date) : minutesOf(date, entry),
  );
  const closes = union([
    ...lunches.map((entry) => (makesNoSense(entry) ? wholeDate(date) : minutesOf(date, entry))),
    ...closures,
  ]);
  const isShut =
    lunches.some(makesNoSense) ||
    of('SPECIAL_CLOSED').some(({ start, end }) => start === end || end === 0 || end === dayLength - 1);
  return { opens, closes, isShut };
};

/** The minutes of a date at which it is open, but for the last, which is only the end of others: by sets of them all. */
export const openMinutes = (entries: readonly NumberedEntry[], date: number): Minutes => {
  const today = dateOf(entries, date);
  const before = dateOf(entries, date - 1);
  const open = [...wholeDate(date)].slice(0, -1).filter((minute) => {
    const opens = today.opens.has(minute) || (!before.isShut && before.opens.has(minute));
    return opens && !today.closes.has(minute) && !before.closes.has(minute);
  });
  return new Set(open.map((minute) => minute - date * dayLength));
};
