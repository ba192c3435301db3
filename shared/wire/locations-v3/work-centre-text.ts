import type { Capability } from '../../domain/capability/capability.ts';
import { kilometresText } from '../rounded-kilometres.ts';
import { openCapabilityText } from './capability-text.ts';
import { hoursText } from './hours-text.ts';
import type { WorkCentreParts } from './work-centre-line.ts';
import type { WorkCentreContext } from './work-centre-view.ts';

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

/** The work centre as JSON: what JSON.stringify makes of toWorkCentre, to the byte. Throws where hours are unreadable. */
export const workCentreText = (parts: WorkCentreParts, context: WorkCentreContext): string =>
  parts.head +
  capabilitiesText(parts, context) +
  parts.middle +
  kilometresText(context.distanceKm) +
  parts.tail;
