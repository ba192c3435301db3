import * as z from 'zod';
import type { Capability } from '../../domain/capability/capability.ts';
import { todayIn } from '../../domain/location/hours/calendar-day.ts';
import { capabilityHours } from '../../domain/location/hours/capability-hours.ts';
import { hourEntry } from '../../domain/location/hours/hour-entry.ts';
import { toHours } from './hours-view.ts';
import { recentTexts } from './recent-texts.ts';

/** Hour entries of a location or of an offered service as JSON, and the instant from which days count. */
export interface HoursSource {
  readonly entries: string;
  /** Whether the entries are the service's own. */
  readonly areOwn: boolean;
  /** IANA name of the time zone. */
  readonly timeZone: string;
  readonly now: Date;
}

type HoursFrom = Capability['hoursFrom'];

const hourEntries = z.array(hourEntry);

const reckonedText = ({ entries, areOwn, timeZone, now }: HoursSource, hoursFrom: HoursFrom): string => {
  const hours = hourEntries.parse(JSON.parse(entries));
  const [location, service] = areOwn ? [{ hours: [] }, { hours }] : [{ hours }, {}];
  const text = JSON.stringify(toHours(capabilityHours(location, service, { hoursFrom }), timeZone, now));
  return text === '{}' ? '' : `,${text.slice(1, -1)}`;
};

/**
 * Cache of hours as JSON, in characters. Most locations share some hundred sets of hours, and what is shown stays the
 * same until midnight: a network of 300,000 locations needs some MB, and the rest is computed again.
 */
const lately = recentTexts(4_000_000);

const isWithout = ({ areOwn }: HoursSource, hoursFrom: HoursFrom): boolean =>
  !areOwn && hoursFrom === undefined;

/** Returns the cache key beside the entries. It has the day but not the time, on which the result does not depend. */
const mannerOf = ({ areOwn, timeZone, now }: HoursSource, hoursFrom: HoursFrom): string =>
  `${todayIn(timeZone, now)} ${hoursFrom} ${areOwn} ${timeZone}`;

/**
 * Returns the last members of a capability in JSON: `,"current_hours":…,"standard_hours":…`, or an empty text without
 * hours. Throws if the entries cannot be read.
 */
export const hoursText = (source: HoursSource, hoursFrom: HoursFrom): string =>
  isWithout(source, hoursFrom)
    ? ''
    : lately(source.entries, mannerOf(source, hoursFrom), () => reckonedText(source, hoursFrom));
