import { draw, drawOne } from './draw.ts';

interface HourLine {
  readonly type: string;
  readonly weekday?: number;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly start_date?: string;
  readonly end_date?: string;
}

const workingDays = [0, 1, 2, 3, 4];
const everyDay = [0, 1, 2, 3, 4, 5, 6];

const onDays = (
  type: string,
  weekdays: readonly number[],
  start_time: string,
  end_time: string,
): HourLine[] => weekdays.map((weekday) => ({ type, weekday, start_time, end_time }));

/** Days on which the counters of the whole country are closed. */
const holidays: readonly HourLine[] = [
  ['25/12/2026', '28/12/2026'],
  ['01/01/2027', '01/01/2027'],
  ['26/01/2027', '26/01/2027'],
  ['26/03/2027', '29/03/2027'],
  ['25/12/2027', '28/12/2027'],
].map(([start_date, end_date]) => ({ type: 'SPECIAL_CLOSED', start_date, end_date }));

const christmasEves: readonly HourLine[] = ['24/12/2026', '24/12/2027'].map((date) => ({
  type: 'SPECIAL_HOURS',
  start_time: '09:00',
  end_time: '13:00',
  start_date: date,
  end_date: date,
}));

/** Opening hours of a post office: small ones close for lunch, most larger ones open on Saturday morning. */
export const counterHours = (code: string, population: number): HourLine[] => [
  ...onDays('HOURS', workingDays, drawOne(['09:00', '09:00', '08:30'], code, 'opens'), '17:00'),
  ...(population > 4_000 && draw(code, 'Saturday') < 0.7 ? onDays('HOURS', [5], '09:00', '12:30') : []),
  ...(population < 3_000 ? onDays('LUNCH', workingDays, '12:30', '13:30') : []),
  ...christmasEves,
  ...holidays,
];

/** Opening hours of a delivery centre: its counter, and the window where parcels are handed out. */
export const deliveryCentreHours = (code: string): HourLine[] => [
  ...onDays('HOURS', workingDays, '07:00', '15:00'),
  ...onDays('HATCH', workingDays, '07:30', drawOne(['10:00', '12:00'], code, 'hatch')),
  ...holidays,
];

/** Opening hours of an outstation: a counter open for half of the day. */
export const outstationHours = (): HourLine[] => [
  ...onDays('HOURS', workingDays, '09:30', '13:30'),
  ...holidays,
];

/** Opening hours of lockers, by who can get at them. */
export const lockerHours = (restriction: string): HourLine[] =>
  restriction === 'RD'
    ? onDays('HOURS', everyDay, '06:00', '22:00')
    : onDays('HOURS', everyDay, '00:00', '23:59');
