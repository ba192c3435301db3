import { dayNames, weekdayOf } from '../../../../shared/domain/location/hours/calendar.ts';
import { type DatedDay, stretchOf } from '../hours/dated-week.ts';
import { dateInWords, stretchesInWords } from '../hours/hours-in-words.ts';
import type { ServiceHours } from '../hours/hours-of-work-centre.ts';
import type { LocalTime } from '../hours/local-time.ts';
import { element } from './element.ts';

const usualHours = (standard: ServiceHours['standard'], date: DatedDay['date']): string => {
  const name = dayNames[weekdayOf(date)];
  return stretchesInWords(standard.filter(({ day }) => day === name).flatMap(stretchOf));
};

const specialMark = (standard: ServiceHours['standard'], { date }: DatedDay) =>
  element(
    'span',
    { class: 'special' },
    element('strong', {}, 'Special'),
    ` usually ${usualHours(standard, date).replace(/^[CO]/, (letter) => letter.toLowerCase())}`,
  );

/** The coming week day by day, special days marked and today emphasised. */
export const hoursTable = (
  week: readonly DatedDay[],
  { standard }: Pick<ServiceHours, 'standard'>,
  now: LocalTime,
): HTMLTableElement =>
  element(
    'table',
    { class: 'hours' },
    element('caption', { class: 'visually-hidden' }, 'Hours of the coming week'),
    element(
      'tbody',
      {},
      ...week.map((day) =>
        element(
          'tr',
          { attributes: day.date === now.day ? { 'aria-current': 'date' } : {} },
          element('th', { attributes: { scope: 'row' } }, dateInWords(day.date)),
          element(
            'td',
            {},
            stretchesInWords(day.stretches),
            day.isSpecial ? specialMark(standard, day) : undefined,
          ),
        ),
      ),
    ),
  );
