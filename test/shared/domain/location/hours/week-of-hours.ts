import { dayNames } from '../../../../../shared/domain/location/hours/calendar.ts';
import { type HourEntry, hourTypes } from '../../../../../shared/domain/location/hours/entries.ts';
import type { CurrentPeriod, HourMinute } from '../../../../../shared/domain/location/hours/opening-hours.ts';

const names: readonly string[] = dayNames;

/** Parses `MON-FRI HOURS 09:00-17:00` to an entry per day, and `05/03-06/03 SPECIAL_CLOSED` to one (in 2026). */
const readEntry = (entry: string): HourEntry[] => {
  const [days = '', name, times] = entry.split(' ');
  const [first = '', last = first] = days.split('-');
  const [startTime, endTime] = times?.split('-') ?? [];
  const type = hourTypes.find((each) => each === name);
  if (!type) throw new Error(`no type of hours in ${entry}`);
  if (first.includes('/'))
    return [{ type, startDate: `${first}/2026`, endDate: `${last}/2026`, startTime, endTime }];
  const from = names.indexOf(first);
  const to = names.indexOf(last);
  return Array.from({ length: to - from + 1 }, (_, later) => ({
    type,
    weekday: from + later,
    startTime,
    endTime,
  }));
};

export const entriesOf = (entries: string): HourEntry[] =>
  entries === '' ? [] : entries.split(', ').flatMap(readEntry);

export const special = (
  type: HourEntry['type'],
  [startDate, endDate]: readonly [string, string],
  [startTime, endTime]: readonly [string?, string?] = [],
): HourEntry => ({ type, startDate, endDate, startTime, endTime });

const text = ({ hour, minute }: HourMinute) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Formats a period as a short line: `MON HOURS 09:00-17:00`, or `SUN CLOSED`. */
export const line = ({ day, type, open, close }: Partial<CurrentPeriod>): string =>
  [day, type, open && close && `${text(open)}-${text(close)}`].filter(Boolean).join(' ');

/** Formats the periods of the days that `expected` names: `MON HOURS 09:00-12:00, TUE CLOSED`. */
export const periodsLike = (expected: string, periods: readonly Partial<CurrentPeriod>[]): string =>
  periods
    .filter(({ day }) => day !== undefined && expected.includes(day))
    .map(line)
    .join(', ');
