import { type CalendarDay, dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { Interval } from '../../../shared/domain/location/hours/intervals.ts';
import type { HoursOfDay, MapPlace, NetworkMap } from '../../../shared/wire/map-file.ts';
import type { CapabilityOpening } from '../../../shared/wire/work-centre.ts';
import { type Html, html } from '../layout/html.ts';

const minutesPerDay = 24 * 60;

/** A place is closing soon if it closes within this number of milliseconds. */
const soon = 60 * 60_000;

/** `Open · closes 5 pm`, `Closed · opens tomorrow 9 am`, in the place's local time. Undefined if the hours are unknown. */
export const openingLine = (opening: CapabilityOpening | undefined): Html | undefined => {
  if (!opening || opening.state === 'UNKNOWN') return undefined;
  const { state, at, open_until: until, next_opening: next } = opening;
  const line = (className: string, word: string, rest = '') =>
    html`<span class="opening"><b class="${className}">${word}</b>${rest && ` · ${rest}`}</span>`;
  const opens = next === undefined ? 'not open in the next two weeks' : `opens ${formatLocal(next, at)}`;
  if (state === 'CLOSED') return line('error', 'Closed', opens);
  if (until === undefined) return line('success', 'Open 24 hours');
  const end = formatLocal(until, at, true);
  const isClosing = Date.parse(until) - Date.parse(at) <= soon;
  return isClosing ? line('warning', 'Closing soon', end) : line('success', 'Open', `closes ${end}`);
};

/** `9 am – 12:30 pm, 1:30 pm – 5 pm`, `Open 24 hours`, `Closed`. */
const formatIntervals = (open: readonly Interval[]): string => {
  if (open.length === 0) return 'Closed';
  if (open.some(({ start, end }) => start === 0 && end === minutesPerDay)) return 'Open 24 hours';
  return open.map(({ start, end }) => `${formatMinute(start)} – ${formatMinute(end)}`).join(', ');
};

/** Returns a place's hours on its current local date, unless its opening line already gives them. */
export const hoursToday = (network: NetworkMap, place: MapPlace, now: number): string | undefined => {
  const [today] = network.daysFrom(place, now, 1);
  const text = today && formatIntervals(today.open);
  return text === undefined || /^(Closed|Open 24 hours)$/.test(text) ? undefined : `Today ${text}`;
};

/** Number of days in advance that special hours are announced. */
const specialDays = 45;
const maxSpecial = 6;

/** Returns a place's hours: special days, then the coming week, then services with different hours. */
export const hoursOfPlace = (network: NetworkMap, place: MapPlace, now: number): Html => {
  const days = network.daysFrom(place, now, specialDays);
  const zone = network.openingAt(place, now)?.time_zone;
  const special = days.filter(({ isSpecial }) => isSpecial).slice(0, maxSpecial);
  const bySchedule = Map.groupBy(
    place.services.filter(({ id }) => place.schedulesOfServices.has(id)),
    ({ id }) => place.schedulesOfServices.get(id),
  );
  const others = [...bySchedule.values()].map((services) => {
    const ofService = network.daysFrom(place, now, 7, services[0]?.id);
    const names = services.map(({ name }) => name).join(', ');
    return (
      ofService.length > 0 &&
      html`<details class="other-hours"><summary>Hours of ${names}</summary>${hoursTable(ofService, ofService[0]?.date)}</details>`
    );
  });
  return html`${special.length > 0 && html`<div class="notice special-days"><h4 class="warning">Special hours</h4>${hoursTable(special)}</div>`}
${days.length === 0 ? html`<p>Opening hours are not available for this place.</p>` : hoursTable(days.slice(0, 7), days[0]?.date)}
${others}
${zone && (days.length > 0 || others.some(Boolean)) && html`<p class="muted">Times are local to ${zoneName(zone, now)}.</p>`}`;
};

const hoursTable = (days: readonly HoursOfDay[], today?: CalendarDay): Html => {
  const row = ({ date, open, isSpecial }: HoursOfDay) => {
    const note = isSpecial && today !== undefined && html`<div class="small warning">Special hours</div>`;
    return html`<tr${date === today && html` aria-current="date"`}><th scope="row">${date === today ? 'Today' : formatDate(date)}</th><td>${formatIntervals(open)}${note}</td></tr>`;
  };
  return html`<table class="hours">${days.map(row)}</table>`;
};

/** `Melbourne (AEDT)`. */
const zoneName = (timeZone: string, instant: number): string => {
  const city = timeZone.replace(/.*\//, '').replaceAll('_', ' ');
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone, timeZoneName: 'short' }).formatToParts(instant);
  return `${city} (${parts.find(({ type }) => type === 'timeZoneName')?.value})`;
};

/** Formats a time from the API in its own UTC offset, relative to the time `today`, such as `Thursday 8 pm`. */
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
const formatDate = (date: CalendarDay): string => shortDate(date).replace(',', '');

const formatMinute = (minute: number): string => {
  if (minute % minutesPerDay === 0) return 'midnight';
  if (minute === minutesPerDay / 2) return 'noon';
  const [hour, minutes] = [Math.floor(minute / 60), minute % 60];
  const shown = minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`;
  return `${hour % 12 || 12}${shown} ${hour < 12 ? 'am' : 'pm'}`;
};

/** Converts an RFC 3339 time to a date and a minute of the day, in the time's own UTC offset. */
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
