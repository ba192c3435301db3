import * as z from 'zod/mini';
import type { Capability } from '../../domain/capability/capability.ts';
import { capabilityHours } from '../../domain/location/hours/capability-hours.ts';
import { hourEntry } from '../../domain/location/hours/hour-entry.ts';
import type { OpeningEntries } from '../../domain/location/hours/opening-hours.ts';

/** Hour entries that determine the hours of a capability, as JSON. */
export interface HoursSource {
  readonly ofLocation: string;
  /** Entries of the offered service; undefined if it has none of its own. */
  readonly own: string | undefined;
}

/** Returns a text that is the same only for the same entries. JSON has no bare line break within it. */
export const sourceText = ({ ofLocation, own }: HoursSource): string =>
  own === undefined ? ofLocation : `${own}\n${ofLocation}`;

const hourEntries = z.array(hourEntry);
const readEntries = (json: string) => hourEntries.parse(JSON.parse(json));

/** Returns the hours of a capability: see capabilityHours. Throws if the entries cannot be read. */
export const readHours = (
  { ofLocation, own = '[]' }: HoursSource,
  hoursFrom: Capability['hoursFrom'],
): OpeningEntries | undefined =>
  capabilityHours({ hours: readEntries(ofLocation) }, { hours: readEntries(own) }, { hoursFrom });
