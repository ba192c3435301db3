import { draw, drawOne } from './draw.ts';
import type { Place } from './places.ts';

export interface HourLine {
  readonly type: string;
  readonly weekday?: number;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

const workingDays = [0, 1, 2, 3, 4];
const saturday = 5;
const everyDay = [0, 1, 2, 3, 4, 5, 6];

const onDays = (
  type: string,
  weekdays: readonly number[],
  start_time: string,
  end_time: string,
): HourLine[] => weekdays.map((weekday) => ({ type, weekday, start_time, end_time }));

/** Public holidays from Christmas 2026 to Christmas 2027. Dates without a year are in 2027. */
const publicHolidays: Readonly<Record<string, string>> = {
  ACT: '25-28/12/2026 01/01 26/01 08/03 26-29/03 25-26/04 31/05 14/06 04/10 25-28/12',
  NSW: '25-28/12/2026 01/01 26/01 26-29/03 25-26/04 14/06 04/10 25-28/12',
  NT: '25-28/12/2026 01/01 26/01 26-29/03 25-26/04 03/05 14/06 02/08 25-28/12',
  QLD: '25-28/12/2026 01/01 26/01 26-29/03 25-26/04 03/05 04/10 25-28/12',
  SA: '25-28/12/2026 01/01 26/01 08/03 26-29/03 25-26/04 14/06 04/10 25-28/12',
  TAS: '25-28/12/2026 01/01 26/01 08/03 26-29/03 25/04 14/06 25-28/12',
  VIC: '25-28/12/2026 01/01 26/01 08/03 26-29/03 25/04 14/06 02/11 25-28/12',
  WA: '25-28/12/2026 01/01 26/01 01/03 26-29/03 25-26/04 07/06 27/09 25-28/12',
};

const holidays = (state: string): HourLine[] =>
  (publicHolidays[state] ?? '').split(' ').map((days) => {
    const [, first, last = first, month, year = '2027'] =
      /^(\d+)(?:-(\d+))?\/(\d+)(?:\/(\d+))?$/.exec(days) ?? [];
    const end = `${month}/${year}`;
    return { type: 'SPECIAL_CLOSED', start_date: `${first}/${end}`, end_date: `${last}/${end}` };
  });

/** Removes the closure on Australia Day, as if the office had forgotten it. `waypost audit` reports such offices. */
const withoutAustraliaDay = (closures: readonly HourLine[]) =>
  closures.filter(({ start_date }) => start_date !== '26/01/2027');

const years = [2026, 2027];

const onChristmasEves = (start_time: string, end_time: string): HourLine[] =>
  years.map((year) => ({
    type: 'SPECIAL_HOURS',
    start_time,
    end_time,
    start_date: `24/12/${year}`,
    end_date: `24/12/${year}`,
  }));

/** Returns the lunch break of an office. Half of the offices shorten it in the ten days before Christmas Eve. */
const officeLunch = (code: string): HourLine[] => [
  ...onDays('LUNCH', workingDays, '12:30', '13:30'),
  ...(draw(code, 'short lunch') < 0.5
    ? years.map((year) => ({
        type: 'SPECIAL_LUNCH',
        start_time: '12:30',
        end_time: '13:00',
        start_date: `14/12/${year}`,
        end_date: `23/12/${year}`,
      }))
    : []),
];

/** Half of the offices in small towns close for lunch and at weekends. Windows are open longer than counters. */
export const officeHours = (code: string, { population, state }: Place, hasWindow: boolean): HourLine[] => {
  const closesForLunch = population < 12_000 && draw(code, 'lunch') < 0.5;
  const opensOnSaturday = !closesForLunch && draw(code, 'Saturday') < 0.7;
  return [
    ...onDays('HOURS', workingDays, drawOne(['09:00', '09:00', '08:30'], code, 'opens'), '17:00'),
    ...(opensOnSaturday ? onDays('HOURS', [saturday], '09:00', '12:30') : []),
    ...(closesForLunch ? officeLunch(code) : []),
    ...(hasWindow ? onDays('HATCH', workingDays, '07:30', '18:00') : []),
    ...onChristmasEves('09:00', '13:00'),
    ...(draw(code, 'forgotten holiday') < 0.01 ? withoutAustraliaDay(holidays(state)) : holidays(state)),
  ];
};

export const deliveryCentreHours = (code: string, state: string): HourLine[] => [
  ...onDays('HOURS', workingDays, '07:00', '15:00'),
  ...onDays('HATCH', workingDays, '07:30', drawOne(['10:00', '12:00'], code, 'hatch')),
  ...holidays(state),
];

export const outstationHours = (state: string): HourLine[] => [
  ...onDays('HOURS', workingDays, '09:30', '13:30'),
  ...holidays(state),
];

/** Lockers for registered customers are in halls, those of unknown access in stations. */
export const lockerHours = (restriction: string): HourLine[] => {
  if (restriction === 'RD') return onDays('HOURS', everyDay, '06:00', '22:00');
  if (restriction === 'UD') return onDays('HOURS', everyDay, '05:00', '01:00');
  return onDays('HOURS', everyDay, '00:00', '23:59');
};

/** Hours of a desk that serves by appointment. It closes for lunch, even if the rest of the office does not. */
export const deskHours: readonly HourLine[] = [
  ...onDays('HOURS', workingDays, '10:00', '15:00'),
  ...onDays('LUNCH', workingDays, '12:30', '13:30'),
  ...onChristmasEves('10:00', '12:00'),
];

/** Hours of a loading dock, which is open after the counters close. */
export const dockHours: readonly HourLine[] = [
  ...onDays('HOURS', workingDays, '15:00', '19:00'),
  ...onChristmasEves('09:00', '12:00'),
];

/** Hours of a foyer that opens before the counters and closes after them. */
export const foyerHours: readonly HourLine[] = onDays('HOURS', everyDay, '06:00', '22:00');
