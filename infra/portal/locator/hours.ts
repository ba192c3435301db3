import { type CalendarDay, dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { Interval } from '../../../shared/domain/location/hours/intervals.ts';
import type { MapPlace, NetworkMap } from '../../../shared/wire/map-file.ts';
import type { CapabilityOpening } from '../../../shared/wire/work-centre.ts';
import { type Content, element } from './dom.ts';

/** Opening of a place at a time, for a line: the word for its state, and the rest. */
export interface OpeningText {
  readonly state: 'open' | 'closing' | 'closed' | 'unknown';
  readonly word: string;
  readonly rest: string;
}

const minutesPerDay = 24 * 60;

/** What counts as closing soon, in milliseconds. */
const soon = 60 * 60_000;

/** `Open · closes 5 pm`, `Closed · opens tomorrow 9 am`. Times are local to the place. */
export const describeOpening = (opening: CapabilityOpening | undefined): OpeningText => {
  if (!opening || opening.state === 'UNKNOWN')
    return { state: 'unknown', word: 'Hours not available', rest: '' };
  const { at, open_until: until, next_opening: next } = opening;
  if (opening.state === 'OPEN') {
    if (until === undefined) return { state: 'open', word: 'Open 24 hours', rest: '' };
    const isClosing = Date.parse(until) - Date.parse(at) <= soon;
    const rest = `closes ${formatLocal(until, at, true)}`;
    return { state: isClosing ? 'closing' : 'open', word: isClosing ? 'Closing soon' : 'Open', rest };
  }
  const rest = next === undefined ? 'for the next two weeks' : `opens ${formatLocal(next, at)}`;
  return { state: 'closed', word: 'Closed', rest };
};

/** The line of an opening. */
export const openingLine = (opening: CapabilityOpening | undefined): HTMLElement => {
  const { state, word, rest } = describeOpening(opening);
  return element('span', { class: `opening ${state}` }, element('strong', {}, word), rest && ` · ${rest}`);
};

/** `9 am – 12:30 pm, 1:30 pm – 5 pm`, `Open 24 hours`, `Closed`. */
export const formatIntervals = (open: readonly Interval[]): string => {
  if (open.length === 0) return 'Closed';
  if (open.some(({ start, end }) => start === 0 && end === minutesPerDay)) return 'Open 24 hours';
  return open.map(({ start, end }) => `${formatMinute(start)} – ${formatMinute(end)}`).join(', ');
};

/** The hours of the place on the local date of a time, such as `9 am – 5 pm`; undefined if they are not known. */
export const hoursToday = (network: NetworkMap, place: MapPlace, now: number): string | undefined => {
  const [today] = network.daysFrom(place, now, 1);
  return today && formatIntervals(today.open);
};

/** Days ahead in which special hours are announced. */
const specialDays = 45;
const maxSpecial = 6;

/** The hours of a place: special days first, then the coming week with today marked. */
export const hoursOfPlace = (network: NetworkMap, place: MapPlace, now: number): readonly HTMLElement[] => {
  const days = network.daysFrom(place, now, specialDays);
  const [today] = days;
  const opening = network.openingAt(place, now);
  if (!today || !opening) return [element('p', {}, 'Opening hours are not available for this place.')];
  const special = days.filter(({ isSpecial }) => isSpecial).slice(0, maxSpecial);
  return [
    ...(special.length > 0
      ? [
          element(
            'div',
            { class: 'special-days' },
            element('h4', {}, 'Special hours'),
            hoursTable(
              'Special hours',
              special.map(({ date, open }) => [date, formatIntervals(open)]),
            ),
          ),
        ]
      : []),
    hoursTable(
      'Hours of the next seven days',
      days
        .slice(0, 7)
        .map(({ date, open, isSpecial }) => [
          date,
          formatIntervals(open),
          isSpecial && element('span', { class: 'special' }, 'Special hours'),
        ]),
      today.date,
    ),
    element('p', { class: 'note' }, `Times are local to ${zoneName(opening.time_zone, now)}.`),
  ];
};

/** A table of days with their hours. */
export const hoursTable = (
  caption: string,
  rows: readonly (readonly [date: CalendarDay, hours: string, note?: Content])[],
  today?: CalendarDay,
): HTMLTableElement =>
  element(
    'table',
    { class: 'hours' },
    element('caption', { class: 'visually-hidden' }, caption),
    element(
      'tbody',
      {},
      ...rows.map(([date, hours, note]) =>
        element(
          'tr',
          { 'aria-current': date === today && 'date' },
          element('th', { scope: 'row' }, date === today ? 'Today' : formatDate(date)),
          element('td', {}, hours, note),
        ),
      ),
    ),
  );

/** `Melbourne (AEDT)`. */
export const zoneName = (timeZone: string, instant: number): string => {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'short' }).formatToParts(instant);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value;
  return zone === undefined ? city : `${city} (${zone})`;
};

/** An instant of the API on its own clock, such as `Thursday 8 pm`; `today` is another one. */
export const formatLocal = (instant: string, today: string, isEnd = false): string => {
  let [date, minute] = localOf(instant);
  // Midnight is the end of the day before.
  if (isEnd && minute === 0) [date, minute] = [date - 1, minutesPerDay];
  const days = date - localOf(today)[0];
  if (days === 0) return formatMinute(minute);
  if (days === 1) return `tomorrow ${formatMinute(minute)}`;
  return `${days < 7 ? weekday(date) : formatDate(date)} ${formatMinute(minute)}`;
};

/** `Thu 24 Dec`. */
export const formatDate = (date: CalendarDay): string => shortDate(date).replace(',', '');

const formatMinute = (minute: number): string => {
  if (minute % minutesPerDay === 0) return 'midnight';
  if (minute === minutesPerDay / 2) return 'noon';
  const [hour, minutes] = [Math.floor(minute / 60), minute % 60];
  const shown = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hour % 12 || 12}${shown} ${hour < 12 ? 'am' : 'pm'}`;
};

/** Date and minute of an RFC 3339 time on the clock of its offset. */
const localOf = (instant: string): [date: CalendarDay, minute: number] => {
  const milliseconds = Date.parse(`${instant.slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`);
  const date = Math.floor(milliseconds / dayMilliseconds);
  return [date, (milliseconds - date * dayMilliseconds) / 60_000];
};

const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', ...options });
  return (day: CalendarDay): string => format.format(day * dayMilliseconds);
};
const weekday = dateFormat({ weekday: 'long' });
const shortDate = dateFormat({ weekday: 'short', day: 'numeric', month: 'short' });
