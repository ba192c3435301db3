import type { CalendarDay } from '../../../../shared/domain/location/hours/calendar.ts';
import type { Stretch } from './dated-week.ts';
import type { LocalTime } from './local-time.ts';
import type { Openness } from './openness.ts';

const dayInMilliseconds = 86_400_000;
const noon = 12 * 60;
const midnight = 24 * 60;

const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', ...options });
  return (day: CalendarDay): string => format.format(day * dayInMilliseconds);
};

const weekday = dateFormat({ weekday: 'long' });
/** `Wednesday 23 Sept`: the longest fits beside the times of a split day on a phone. */
export const dateInWords = dateFormat({ weekday: 'long', day: 'numeric', month: 'short' });

/** A time of day, minutes after midnight, as people say it: `9 am`, `5:30 pm`, `noon`, `midnight`. */
const timeInWords = (minute: number): string => {
  if (minute === 0 || minute === midnight) return 'midnight';
  if (minute === noon) return 'noon';
  const hour = Math.floor(minute / 60);
  const minutes = minute % 60;
  const half = hour < 12 ? 'am' : 'pm';
  return `${hour % 12 || 12}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''} ${half}`;
};

/** When a day is open: `9 am – 12:30 pm, 1:30 pm – 5 pm`, `Open 24 hours`, `Closed`. */
export const stretchesInWords = (stretches: readonly Stretch[]): string => {
  if (stretches.length === 0) return 'Closed';
  if (stretches.some(({ start, end }) => start === 0 && end === midnight)) return 'Open 24 hours';
  return stretches.map(({ start, end }) => `${timeInWords(start)} – ${timeInWords(end)}`).join(', ');
};

const whenInWords = ({ day, minute }: LocalTime, today: CalendarDay): string => {
  if (day === today) return timeInWords(minute);
  return `${day === today + 1 ? 'tomorrow' : weekday(day)} ${timeInWords(minute)}`;
};

/** `Open now, closes 5 pm`. `today` is the place's own. */
export const opennessInWords = (openness: Openness, today: CalendarDay): string => {
  switch (openness.state) {
    case 'open':
      return `Open now, closes ${whenInWords(openness.until, today)}`;
    case 'closed':
      return `Closed now, opens ${whenInWords(openness.until, today)}`;
    case 'always open':
      return 'Open around the clock';
    case 'closed for the week':
      return 'Closed all week';
    case 'unknown':
      return 'Hours not known';
  }
};
