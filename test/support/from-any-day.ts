import * as z from 'zod';

const daily = z.array(z.looseObject({ day: z.string() })).min(1);

/**
 * The same with the days of each list of hours in the order of their names. Hours begin with today: what was published
 * before a midnight and what is shown after it begin with different days.
 */
export const fromAnyDay = (value: unknown): unknown => {
  const days = daily.safeParse(value);
  if (days.success) return days.data.toSorted((one, other) => one.day.localeCompare(other.day));
  if (Array.isArray(value)) return value.map(fromAnyDay);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromAnyDay(member)]));
};
