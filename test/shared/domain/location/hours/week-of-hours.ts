import type { HourEntry } from '../../../../../shared/domain/location/hours/entries.ts';
import type { CurrentPeriod, HourMinute } from '../../../../../shared/domain/location/hours/opening-hours.ts';

/** An entry that is there every Monday to Friday. */
export const workdays = (type: HourEntry['type'], startTime: string, endTime: string): HourEntry[] =>
  [0, 1, 2, 3, 4].map((weekday) => ({ type, weekday, startTime, endTime }));

export const special = (
  type: HourEntry['type'],
  [startDate, endDate]: readonly [string, string],
  [startTime, endTime]: readonly [string?, string?] = [],
): HourEntry => ({ type, startDate, endDate, startTime, endTime });

const text = ({ hour, minute }: HourMinute) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** A period as a line that is quick to read: `MON HOURS 09:00-17:00`, or `SUN CLOSED`. */
export const line = ({ day, type, open, close }: Partial<CurrentPeriod>): string =>
  [day, type, open && close && `${text(open)}-${text(close)}`].filter(Boolean).join(' ');
