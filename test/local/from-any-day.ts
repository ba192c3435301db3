import * as z from 'zod';

const daily = z.array(z.looseObject({ day: z.string() })).min(1);

/**
 * Sorts the days in each list of hours by name. The lists start with the current day, which may change between two
 * responses.
 */
export const fromAnyDay = (value: unknown): unknown => {
  const days = daily.safeParse(value);
  if (days.success) return days.data.toSorted((one, other) => one.day.localeCompare(other.day));
  if (Array.isArray(value)) return value.map(fromAnyDay);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromAnyDay(member)]));
};
