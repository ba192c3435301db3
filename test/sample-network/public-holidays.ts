import { type CalendarDay, dayMilliseconds, weekdayOf } from '../../shared/domain/location/hours/calendar.ts';

/** Days in a row; both are included. */
export interface Days {
  readonly first: CalendarDay;
  readonly last: CalendarDay;
}

const [monday, tuesday, saturday, sunday] = [0, 1, 5, 6] as const;

const dayOf = (year: number, month: number, dayOfMonth: number): CalendarDay =>
  Date.UTC(year, month - 1, dayOfMonth) / dayMilliseconds;

/** Returns the day itself if it is on that weekday, or else the next day that is. */
const firstFrom = (day: CalendarDay, weekday: number): CalendarDay =>
  day + ((weekday - weekdayOf(day) + 7) % 7);

/** Returns the day itself, or Monday if it is on a weekend. */
const workingDayFrom = (day: CalendarDay): CalendarDay =>
  weekdayOf(day) >= saturday ? firstFrom(day, monday) : day;

type Holiday = (year: number) => CalendarDay;

/** A holiday on the first such weekday from a date: the second Monday of March is the first one from 8 March. */
const onFirst =
  (weekday: number, month: number, dayOfMonth: number): Holiday =>
  (year) =>
    firstFrom(dayOf(year, month, dayOfMonth), weekday);

/** The holidays of states and territories that the rest of the country does not have on the same day. */
const stateHolidays: Readonly<Record<string, readonly Holiday[]>> = {
  ACT: [
    onFirst(monday, 3, 8), // Canberra Day
    onFirst(monday, 5, 27), // Reconciliation Day
    onFirst(monday, 6, 8), // King's Birthday
    onFirst(monday, 10, 1), // Labour Day
  ],
  NSW: [
    onFirst(monday, 6, 8), // King's Birthday
    onFirst(monday, 10, 1), // Labour Day
  ],
  NT: [
    onFirst(monday, 5, 1), // May Day
    onFirst(monday, 6, 8), // King's Birthday
    onFirst(monday, 8, 1), // Picnic Day
  ],
  QLD: [
    onFirst(monday, 5, 1), // Labour Day
    onFirst(monday, 10, 1), // King's Birthday
  ],
  SA: [
    onFirst(monday, 3, 8), // Adelaide Cup Day
    onFirst(monday, 6, 8), // King's Birthday
    onFirst(monday, 10, 1), // Labour Day
  ],
  TAS: [
    onFirst(monday, 3, 8), // Eight Hours Day
    onFirst(monday, 6, 8), // King's Birthday
  ],
  VIC: [
    onFirst(monday, 3, 8), // Labour Day
    onFirst(monday, 6, 8), // King's Birthday
    onFirst(tuesday, 11, 1), // Melbourne Cup Day
  ],
  WA: [
    onFirst(monday, 3, 1), // Labour Day
    onFirst(monday, 6, 1), // Western Australia Day
    onFirst(monday, 9, 24), // King's Birthday, the last Monday of September
  ],
};

/** States where Monday is a holiday too if Anzac Day is a Sunday. New South Wales has decided so for 2027. */
const statesWithAnzacMonday = new Set(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'WA']);

const anzacDay = (state: string, year: number): Days => {
  const first = dayOf(year, 4, 25);
  const hasMonday = weekdayOf(first) === sunday && statesWithAnzacMonday.has(state);
  return { first, last: hasMonday ? first + 1 : first };
};

/** Returns Good Friday to Easter Monday of a year from 1900 to 2199. */
export const easter = (year: number): Days => {
  // Easter Sunday follows the first full moon from 21 March, by the tables of the church instead of the sky.
  const yearOfMoon = year % 19;
  const daysToMoon = (19 * yearOfMoon + 24) % 30;
  const isDayEarlier = daysToMoon === 29 || (daysToMoon === 28 && yearOfMoon > 10);
  const fullMoon = dayOf(year, 3, 21) + daysToMoon - (isDayEarlier ? 1 : 0);
  const easterSunday = firstFrom(fullMoon + 1, sunday);
  return { first: easterSunday - 2, last: easterSunday + 1 };
};

/** Returns Christmas Day to the second working day from it: if it or Boxing Day is on a weekend, weekdays follow. */
export const christmas = (year: number): Days => {
  const first = dayOf(year, 12, 25);
  return { first, last: workingDayFrom(workingDayFrom(first) + 1) };
};

/** Returns the public holidays of a year in a state or territory, without those of single regions, in order. */
export const publicHolidays = (state: string, year: number): readonly Days[] => {
  const [newYear, australiaDay] = [dayOf(year, 1, 1), dayOf(year, 1, 26)];
  return [
    { first: newYear, last: workingDayFrom(newYear) },
    { first: australiaDay, last: workingDayFrom(australiaDay) },
    easter(year),
    anzacDay(state, year),
    ...(stateHolidays[state] ?? []).map((holiday) => ({ first: holiday(year), last: holiday(year) })),
    christmas(year),
  ].toSorted((one, other) => one.first - other.first);
};
