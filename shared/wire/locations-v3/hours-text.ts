import * as z from 'zod';
import type { Capability } from '../../domain/capability/capability.ts';
import { todayIn } from '../../domain/location/hours/calendar-day.ts';
import { capabilityHours } from '../../domain/location/hours/capability-hours.ts';
import { hourEntry } from '../../domain/location/hours/hour-entry.ts';
import { toHours } from './hours-view.ts';
import { recentTexts } from './recent-texts.ts';

/** Entries of a location or of a service that it offers, as JSON, and from where on the days are counted. */
export interface HoursSource {
  readonly entries: string;
  /** Whether they are the service's own. */
  readonly areOwn: boolean;
  /** IANA name. */
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
 * Most places of a network keep the hours of some few hundred others, and what is shown of them stays the same until
 * midnight: a network of 300,000 needs some MB, and what does not fit is reckoned again.
 */
const lately = recentTexts(4_000_000);

const isWithout = ({ areOwn }: HoursSource, hoursFrom: HoursFrom): boolean =>
  !areOwn && hoursFrom === undefined;

/** The day stands for the instant: nothing that is shown of a day depends on its hour. */
const mannerOf = ({ areOwn, timeZone, now }: HoursSource, hoursFrom: HoursFrom): string =>
  `${todayIn(timeZone, now)} ${hoursFrom} ${areOwn} ${timeZone}`;

/**
 * What follows the other attributes of a capability in JSON: `,"current_hours":…,"standard_hours":…`, or nothing where
 * there are no hours. Throws where the entries cannot be read.
 */
export const hoursText = (source: HoursSource, hoursFrom: HoursFrom): string =>
  isWithout(source, hoursFrom)
    ? ''
    : lately(source.entries, mannerOf(source, hoursFrom), () => reckonedText(source, hoursFrom));
