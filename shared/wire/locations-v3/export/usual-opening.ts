import type { Capability } from '../../../domain/capability/capability.ts';
import {
  dayNames,
  type StandardPeriod,
  standardHours,
} from '../../../domain/location/hours/opening-hours.ts';
import { type HoursSource, readHours, sourceText } from '../hours-source.ts';
import { recentTexts } from '../recent-texts.ts';
import type { WorkCentreParts } from '../work-centre-line.ts';

/** Names of `dayNames` in OpenStreetMap. */
const dayTexts = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const roundTheClock = '00:00-23:59';

const timeText = ({ hour, minute }: StandardPeriod['open']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** Formats the stretches of one day: `09:00-12:00,13:00-17:00`. */
const dayText = (periods: readonly StandardPeriod[], day: StandardPeriod['day']): string =>
  periods
    .filter((period) => period.day === day)
    .map(({ open, close }) => `${timeText(open)}-${timeText(close)}`)
    .join(',');

/**
 * Formats a week, joining neighbouring days with the same hours: `Mo-Fr 09:00-17:00; Sa 09:00-12:00`. Empty without
 * hours.
 */
const weekText = (periods: readonly StandardPeriod[]): string => {
  const texts = dayNames.map((day) => dayText(periods, day));
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

type HoursFrom = Capability['hoursFrom'];

const computedText = (source: HoursSource, hoursFrom: HoursFrom): string => {
  const hours = readHours(source, hoursFrom);
  return hours ? weekText(standardHours(hours)) : '';
};

/** Cache of formatted weeks, of which a network has some thousands at most. */
const lately = recentTexts(4_000_000);

const openingText = (source: HoursSource, hoursFrom: HoursFrom): string =>
  lately(sourceText(source), `${hoursFrom}`, () => computedText(source, hoursFrom));

/** Services of a work centre, and their hours as JSON. */
type OfferedHours = Pick<WorkCentreParts, 'services' | 'hours' | 'ownHours'>;

/** Counts the services by week. Hours taken from the location are looked up once. */
const weeksOf = (
  { services, hours, ownHours }: OfferedHours,
  capabilityOf: (code: number) => Capability | undefined,
): Map<string, number> => {
  const inherited = new Map<HoursFrom, string>();
  const weeks = new Map<string, number>();
  for (const [place, code] of services.entries()) {
    const capability = capabilityOf(code);
    if (capability === undefined) continue;
    const { hoursFrom } = capability;
    const own = ownHours.get(place);
    const known = own === undefined ? inherited.get(hoursFrom) : undefined;
    const text = known ?? openingText({ ofLocation: hours, own }, hoursFrom);
    if (own === undefined) inherited.set(hoursFrom, text);
    if (text !== '') weeks.set(text, (weeks.get(text) ?? 0) + 1);
  }
  return weeks;
};

/**
 * Returns the usual hours of a work centre in OpenStreetMap's `opening_hours` notation. Each service has its own hours;
 * the result is the week that most services share, the first if several do. Undefined if no service has hours. Throws
 * if hours are unreadable.
 */
export const usualOpening = (
  offered: OfferedHours,
  capabilityOf: (code: number) => Capability | undefined,
): string | undefined => {
  let usual: string | undefined;
  let most = 0;
  for (const [text, count] of weeksOf(offered, capabilityOf)) {
    if (count > most) {
      usual = text;
      most = count;
    }
  }
  return usual;
};
