import type { Capability } from '../../domain/capability/capability.ts';
import { inJsonString } from '../json-in-string.ts';
import { kilometresText } from '../rounded-kilometres.ts';
import { textMadeOnce } from '../text-made-once.ts';
import { openCapabilityInString, openCapabilityText } from './capability-text.ts';
import { hoursInString, hoursText } from './hours-text.ts';
import type { WorkCentreParts } from './work-centre-line.ts';
import type { WorkCentreContext } from './work-centre-view.ts';

/** How the pieces of a work centre are written. */
interface Writing {
  readonly head: (parts: WorkCentreParts) => string;
  readonly middle: (parts: WorkCentreParts) => string;
  readonly tail: (parts: WorkCentreParts) => string;
  readonly openCapability: (capability: Capability) => string;
  readonly hours: typeof hoursText;
}

const asJson: Writing = {
  head: ({ head }) => head,
  middle: ({ middle }) => middle,
  tail: ({ tail }) => tail,
  openCapability: openCapabilityText,
  hours: hoursText,
};

/** Each piece is escaped once, for all the answers that show it. */
const inString: Writing = {
  head: textMadeOnce(({ head }: WorkCentreParts) => inJsonString(head)),
  middle: textMadeOnce(({ middle }: WorkCentreParts) => inJsonString(middle)),
  tail: textMadeOnce(({ tail }: WorkCentreParts) => inJsonString(tail)),
  openCapability: openCapabilityInString,
  hours: hoursInString,
};

/**
 * The hours of each capability as JSON, by the place of its service: see hoursText. Those that services take from the
 * location are looked up once for all of them.
 */
export const hoursAt = (
  { timeZone, hours, ownHours }: WorkCentreParts,
  now: Date,
  written: Writing['hours'] = hoursText,
) => {
  let inheritedFrom: Capability['hoursFrom'];
  let inherited = '';
  return (place: number, { hoursFrom }: Capability): string => {
    const own = ownHours.get(place);
    if (own !== undefined) return written({ entries: own, areOwn: true, timeZone, now }, hoursFrom);
    if (hoursFrom === undefined) return '';
    if (hoursFrom !== inheritedFrom) {
      inherited = written({ entries: hours, areOwn: false, timeZone, now }, hoursFrom);
      inheritedFrom = hoursFrom;
    }
    return inherited;
  };
};

const capabilitiesText = (
  parts: WorkCentreParts,
  { capabilityOf, now }: WorkCentreContext,
  { openCapability, hours }: Writing,
): string => {
  const hoursOf = hoursAt(parts, now, hours);
  let text = '';
  let place = 0;
  for (const code of parts.services) {
    const capability = capabilityOf(code);
    if (capability) text += `${text && ','}${openCapability(capability)}${hoursOf(place, capability)}}}`;
    place++;
  }
  return text;
};

const written = (parts: WorkCentreParts, context: WorkCentreContext, writing: Writing): string =>
  writing.head(parts) +
  capabilitiesText(parts, context, writing) +
  writing.middle(parts) +
  kilometresText(context.distanceKm) +
  writing.tail(parts);

/** The work centre as JSON: what JSON.stringify makes of toWorkCentre, to the byte. Throws where hours are unreadable. */
export const workCentreText = (parts: WorkCentreParts, context: WorkCentreContext): string =>
  written(parts, context, asJson);

/** The same as it stands within a JSON string. */
export const workCentreInString = (parts: WorkCentreParts, context: WorkCentreContext): string =>
  written(parts, context, inString);
