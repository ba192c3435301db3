import type { Capability } from '../../domain/capability/capability.ts';
import { todayIn } from '../../domain/location/hours/calendar.ts';
import { type HoursSource, readHours, sourceText } from './hours-source.ts';
import { toHours } from './hours-view.ts';
import { recentTexts } from './recent-texts.ts';

/** Hour entries, and the instant from which days count. */
export interface DatedHoursSource extends HoursSource {
  /** IANA name of the time zone. */
  readonly timeZone: string;
  readonly now: Date;
}

type HoursFrom = Capability['hoursFrom'];

const computedText = (source: DatedHoursSource, hoursFrom: HoursFrom): string => {
  const text = JSON.stringify(toHours(readHours(source, hoursFrom), source.timeZone, source.now));
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
};

/**
 * Cache of hours as JSON, in characters. Most locations share some hundred sets of hours, and what is shown stays the
 * same until midnight: a network of 300,000 locations needs some MB, and the rest is computed again.
 */
const lately = recentTexts(4_000_000);

const isWithout = ({ own }: HoursSource, hoursFrom: HoursFrom): boolean =>
  own === undefined && hoursFrom === undefined;

/** Returns the cache key beside the entries. It has the day but not the time, on which the result does not depend. */
const mannerOf = ({ timeZone, now }: DatedHoursSource, hoursFrom: HoursFrom): string =>
  `${todayIn(timeZone, now)} ${hoursFrom} ${timeZone}`;

/**
 * Returns the last members of a capability in JSON: `,"current_hours":…,"standard_hours":…`, or an empty text without
 * hours. Throws if the entries cannot be read.
 */
export const hoursText = (source: DatedHoursSource, hoursFrom: HoursFrom): string =>
  isWithout(source, hoursFrom)
    ? ''
    : lately(sourceText(source), mannerOf(source, hoursFrom), () => computedText(source, hoursFrom));
