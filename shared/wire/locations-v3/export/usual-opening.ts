import { dayNames } from '../../../domain/location/hours/calendar.ts';
import type { HoursView } from '../../hours-view.ts';
import type { StandardHours } from '../../work-centre.ts';

type Periods = StandardHours['periods'];

/**
 * Returns the usual hours of a work centre in OpenStreetMap's `opening_hours` notation, such as
 * `Mo-Fr 09:00-17:00; Sa 09:00-12:00`. Each capability has its own hours; the result is the week that most of them share,
 * the first if several weeks are equally common. Undefined if no capability is ever open.
 */
export const usualOpening = (
  capabilities: readonly { readonly attributes: Pick<HoursView, 'standard_hours'> }[],
): string | undefined => {
  const weeks = new Map<string, number>();
  for (const [periods, count] of countEqual(
    capabilities.map(({ attributes }) => attributes.standard_hours?.periods),
  )) {
    const week = formatWeek(periods ?? []);
    if (week !== '') weeks.set(week, (weeks.get(week) ?? 0) + count);
  }
  // Sorting is stable: of equal counts, the first stays first.
  const [mostCommon] = [...weeks].toSorted(([, one], [, other]) => other - one);
  return mostCommon?.[0];
};

/** Counts identical values. Capabilities with hours of the location share one object, which is then formatted once. */
const countEqual = <Value>(values: readonly Value[]): ReadonlyMap<Value, number> => {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/** Names of `dayNames` in OpenStreetMap. */
const osmDayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const aroundTheClock = '00:00-23:59';

/** Formats a week, joining neighbouring days with the same hours. Empty without hours. */
const formatWeek = (periods: Periods): string => {
  const days = dayNames.map((day) => formatDay(periods.filter((period) => period.day === day)));
  if (days.every((hours) => hours === aroundTheClock)) return '24/7';
  const groups: string[] = [];
  for (let first = 0; first < days.length; ) {
    const hours = days[first];
    let last = first;
    while (last + 1 < days.length && days[last + 1] === hours) last++;
    const range = first === last ? osmDayNames[first] : `${osmDayNames[first]}-${osmDayNames[last]}`;
    if (hours !== '') groups.push(`${range} ${hours}`);
    first = last + 1;
  }
  return groups.join('; ');
};

/** Formats the periods of one day: `09:00-12:00,13:00-17:00`. */
const formatDay = (periods: Periods): string =>
  periods.map(({ open, close }) => `${formatTime(open)}-${formatTime(close)}`).join(',');

const formatTime = ({ hour, minute }: Periods[number]['open']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
