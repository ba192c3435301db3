import type { Capability } from '../../domain/capability/capability.ts';
import { kilometresText } from '../rounded-kilometres.ts';
import { textMadeOnce } from '../text-made-once.ts';
import { toCapabilityAttributes } from './capability-attributes.ts';
import { hoursText } from './hours-text.ts';
import type { WorkCentreParts } from './work-centre-line.ts';

/** Data shown in a work centre beside its location. */
export interface WorkCentreContext {
  /** Distance from the search point, unrounded; 0 without one. */
  readonly distanceKm: number;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** Instant from which `current_hours` count. */
  readonly now: Date;
}

/**
 * Returns a capability of a work centre as JSON, without the last two braces, which close its attributes and itself, so
 * that hours can be appended. Made once for each catalogue.
 */
export const openCapabilityText = textMadeOnce((capability: Capability) => {
  const shown = { id: capability.capabilityId, attributes: toCapabilityAttributes(capability) };
  return JSON.stringify(shown).slice(0, -'}}'.length);
});

/**
 * Creates a function for the hours of each service as JSON, by its position: see hoursText. Hours taken from the
 * location are looked up once.
 */
export const hoursAt = ({ timeZone, hours, ownHours }: WorkCentreParts, now: Date) => {
  let inheritedFrom: Capability['hoursFrom'];
  let inherited = '';
  return (place: number, { hoursFrom }: Capability): string => {
    const own = ownHours.get(place);
    const source = { ofLocation: hours, own, timeZone, now };
    if (own !== undefined) return hoursText(source, hoursFrom);
    if (hoursFrom === undefined) return '';
    if (hoursFrom !== inheritedFrom) {
      inherited = hoursText(source, hoursFrom);
      inheritedFrom = hoursFrom;
    }
    return inherited;
  };
};

/** Joins the capabilities as JSON; service codes without a capability are omitted, as nothing is known of them. */
const capabilitiesText = (parts: WorkCentreParts, { capabilityOf, now }: WorkCentreContext): string => {
  const hoursOf = hoursAt(parts, now);
  let text = '';
  let place = 0;
  for (const code of parts.services) {
    const capability = capabilityOf(code);
    if (capability) text += `${text && ','}${openCapabilityText(capability)}${hoursOf(place, capability)}}}`;
    place++;
  }
  return text;
};

/** Builds a WorkCentre as JSON. Throws if hours are unreadable. */
export const workCentreText = (parts: WorkCentreParts, context: WorkCentreContext): string =>
  parts.head +
  capabilitiesText(parts, context) +
  parts.middle +
  kilometresText(context.distanceKm) +
  parts.tail;
