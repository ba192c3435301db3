import type { OperationalCapability, StandardHours } from '../../../shared/wire/locations-v3/work-centre.ts';

type Period = StandardHours['periods'][number];

const days: readonly Period['day'][] = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const dayTexts = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const roundTheClock = '00:00-23:59';

const timeText = ({ hour, minute }: Period['open']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Formats the stretches of one day: `09:00-12:00,13:00-17:00`. */
const dayText = (periods: readonly Period[], day: Period['day']): string =>
  periods
    .filter((period) => period.day === day)
    .map(({ open, close }) => `${timeText(open)}-${timeText(close)}`)
    .join(',');

/** Formats a week, joining neighbouring days with the same hours: `Mo-Fr 09:00-17:00; Sa 09:00-12:00`. */
const weekText = ({ periods }: StandardHours): string => {
  const texts = days.map((day) => dayText(periods, day));
  if (texts.every((text) => text === roundTheClock)) return '24/7';
  const groups: string[] = [];
  for (let first = 0; first < texts.length; ) {
    const hours = texts[first];
    let last = first;
    while (last + 1 < texts.length && texts[last + 1] === hours) last++;
    const range = first === last ? dayTexts[first] : `${dayTexts[first]}-${dayTexts[last]}`;
    if (hours !== '') groups.push(`${range} ${hours}`);
    first = last + 1;
  }
  return groups.join('; ');
};

/**
 * Returns the usual hours of a work centre in OpenStreetMap's `opening_hours` notation: the week that most services
 * share, the first if several do. Undefined if no service has hours.
 */
export const formerOpening = (capabilities: readonly OperationalCapability[]): string | undefined => {
  // Services that take their hours from the location share one object, so that few weeks are read.
  const services = new Map<StandardHours, number>();
  for (const { attributes } of capabilities) {
    const hours = attributes.standard_hours;
    if (hours?.periods.length) services.set(hours, (services.get(hours) ?? 0) + 1);
  }
  const byText = new Map<string, number>();
  for (const [hours, count] of services) {
    const text = weekText(hours);
    byText.set(text, (byText.get(text) ?? 0) + count);
  }
  const most = Math.max(...byText.values());
  return [...byText].find(([, count]) => count === most)?.[0];
};
