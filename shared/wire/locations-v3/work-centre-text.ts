import type { Capability } from '../../domain/capability/capability.ts';
import { kilometresText } from '../rounded-kilometres.ts';
import { textMadeOnce } from '../text-made-once.ts';
import { toCapabilityAttributes } from './capability-attributes.ts';
import { hoursText } from './hours-text.ts';
import type { WorkCentreParts } from './work-centre-line.ts';

/** What a work centre shows beside its location. */
export interface WorkCentreContext {
  /** From the search point, unrounded; 0 where there is none. */
  readonly distanceKm: number;
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** The instant from which `current_hours` are reckoned. */
  readonly now: Date;
}

/**
 * A capability of a work centre as JSON, made once a catalogue: without the two braces at its end, which close its
 * attributes and itself, so that hours can follow.
 */
export const openCapabilityText = textMadeOnce((capability: Capability) => {
  const shown = { id: capability.capabilityId, attributes: toCapabilityAttributes(capability) };
  return JSON.stringify(shown).slice(0, -'}}'.length);
});

/**
 * The hours of each capability as JSON, by the place of its service: see hoursText. Those that services take from the
 * location are looked up once for all of them.
 */
export const hoursAt = ({ timeZone, hours, ownHours }: WorkCentreParts, now: Date) => {
  let inheritedFrom: Capability['hoursFrom'];
  let inherited = '';
  return (place: number, { hoursFrom }: Capability): string => {
    const own = ownHours.get(place);
    if (own !== undefined) return hoursText({ entries: own, areOwn: true, timeZone, now }, hoursFrom);
    if (hoursFrom === undefined) return '';
    if (hoursFrom !== inheritedFrom) {
      inherited = hoursText({ entries: hours, areOwn: false, timeZone, now }, hoursFrom);
      inheritedFrom = hoursFrom;
    }
    return inherited;
  };
};

/** A service code without a capability is not shown: there would be nothing to say of it. */
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

/** A location as version 3 shows it: a WorkCentre as JSON. Throws where hours are unreadable. */
export const workCentreText = (parts: WorkCentreParts, context: WorkCentreContext): string =>
  parts.head +
  capabilitiesText(parts, context) +
  parts.middle +
  kilometresText(context.distanceKm) +
  parts.tail;
