import { formatDate, formatIsoDate, parseDate } from '../../../shared/domain/location/hours/calendar.ts';
import type { HourEntry } from '../../../shared/domain/location/hours/entries.ts';
import { formatWeek, weekdayNames } from '../../../shared/domain/location/hours/week-text.ts';

/** An hour entry as in an import file. */
type HourLine = Readonly<Record<string, string | number>>;

/**
 * Parses usual hours, such as `Mo-Fr 09:00-12:00,13:00-17:00,LUNCH 12:00-13:00; Sa 09:00-12:00`, into entries as in an
 * import file, whose schema checks times and limits. Returns undefined for text in another form.
 */
export const readWeek = (text: string): readonly HourLine[] | undefined => {
  const parts = text.split(';').map((part) => {
    const [, onDays = '', times = ''] = /^\s*([A-Z][-,A-Za-z]*)\s+(.+)$/.exec(part) ?? [];
    const weekdays = readDays(onDays);
    const openings = readOpenings(times, usualTypes);
    return weekdays && openings?.flatMap((each) => weekdays.map((weekday) => ({ ...each, weekday })));
  });
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.flatMap((part) => part ?? []);
};

/** Types of usual hours. Openings without a type have the first one. */
const usualTypes = ['HOURS', 'LUNCH', 'HATCH'];

/** Parses special hours: `closed`, or openings such as `09:00-12:00,13:00-15:00`. Otherwise returns undefined. */
export const readSpecialHours = (
  text: string,
  { first, last }: { readonly first: number; readonly last: number },
): readonly HourLine[] | undefined => {
  const dates = { start_date: formatDate(first), end_date: formatDate(last) };
  if (text.trim() === 'closed') return [{ type: 'SPECIAL_CLOSED', ...dates }];
  return readOpenings(text, ['SPECIAL_HOURS'])?.map((each) => ({ ...each, ...dates }));
};

/** Parses days such as `Mo-Fr,Su`. */
const readDays = (text: string): readonly number[] | undefined => {
  const ranges = text.split(',').map((range) => {
    const [from = '', to = from] = range.split('-');
    const [first, last] = [weekdayNames.indexOf(from), weekdayNames.indexOf(to)];
    return first < 0 || last < first ? undefined : [...weekdayNames.keys()].slice(first, last + 1);
  });
  return ranges.some((range) => range === undefined) ? undefined : ranges.flatMap((range) => range ?? []);
};

const readOpenings = (text: string, [usual = '', ...others]: readonly string[]) => {
  const openings = text.split(',').flatMap((opening) => {
    const found = /^(?:([A-Z]+) +)?(\d\d:\d\d) ?- ?(\d\d:\d\d)$/.exec(opening.trim());
    const [, type = usual, start_time = '', end_time = ''] = found ?? [];
    return found && [usual, ...others].includes(type) ? [{ type, start_time, end_time }] : [undefined];
  });
  return openings.includes(undefined) ? undefined : openings.flatMap((opening) => opening ?? []);
};

/** Formats hour entries: usual hours as `readWeek` parses them, then special hours with their dates. */
export const formatHours = (entries: readonly HourEntry[]): string => {
  const usual = entries.filter(({ startDate }) => startDate === undefined);
  const special = entries.filter(({ startDate }) => startDate !== undefined);
  const timesOn = (day: number) => usual.filter(({ weekday }) => weekday === day).map(formatEntry);
  const week = formatWeek([...weekdayNames.keys()].map((day) => timesOn(day).join()));
  const parts = [week, ...special.map((entry) => `${datesOf(entry)} ${formatEntry(entry)}`)];
  return parts.filter(Boolean).join('; ') || 'none';
};

const formatEntry = ({ type, startTime, endTime }: HourEntry): string => {
  const times = startTime === undefined ? '' : `${startTime}-${endTime}`;
  if (type === 'SPECIAL_CLOSED') return ['closed', times].filter(Boolean).join(' ');
  return type === 'HOURS' || type === 'SPECIAL_HOURS' ? times : `${type.replace('SPECIAL_', '')} ${times}`;
};

const datesOf = ({ weekday, startDate = '', endDate = '' }: HourEntry): string => {
  const [first, last] = [startDate, endDate].map((date) => formatIsoDate(parseDate(date) ?? 0));
  const dates = first === last ? first : `${first}/${last}`;
  return weekday === undefined ? `${dates}` : `${dates} ${weekdayNames[weekday]}`;
};
