import { boundedMemory } from '../../../domain/bounded-memory.ts';
import { readWorkCentreLine } from '../work-centre-line.ts';
import { hoursAt, openCapabilityText, type WorkCentreContext } from '../work-centre-text.ts';

/** Bytes in UTF-8 that follow one another, shared by all the work centres that show them. */
export type OfferedPieces = readonly Uint8Array[];

/** Weeks of a network and its capabilities, with some kB each. What does not fit is made again. */
const mostPieceBytes = 4_000_000;

/** What the places of a network offer, with 1 kB each: several thousand ways. */
const mostOfferBytes = 8_000_000;

const bytesOfReference = 8;

/**
 * Gives the capabilities of work centres as JSON, with their hours and without the brackets around them: nearly all that
 * is exported of most, the same for many, and of pieces that are the same for more. `offered` is that of the line (see
 * cutLine). Throws where hours are unreadable.
 */
export const offeredPieces = ({ capabilityOf, now }: Omit<WorkCentreContext, 'distanceKm'>) => {
  const pieces = boundedMemory<string, Uint8Array>(mostPieceBytes);
  const offers = boundedMemory<string, OfferedPieces>(mostOfferBytes);
  /** How many bytes were made for the offer that is being made. */
  let made = 0;

  const bytesOf = (text: string): Uint8Array => {
    const known = pieces.get(text);
    if (known) return known;
    // Not from Node's pool, of which a piece would hold 8 kB.
    const bytes = new TextEncoder().encode(text);
    pieces.add(text, bytes, text.length + bytes.length);
    made += bytes.length;
    return bytes;
  };
  const make = (line: string): OfferedPieces => {
    const parts = readWorkCentreLine(line);
    const hoursOf = hoursAt(parts, now);
    const offer: Uint8Array[] = [];
    for (const [place, code] of parts.services.entries()) {
      const capability = capabilityOf(code);
      if (capability === undefined) continue;
      const separator = offer.length === 0 ? '' : ',';
      offer.push(
        bytesOf(separator + openCapabilityText(capability)),
        bytesOf(`${hoursOf(place, capability)}}}`),
      );
    }
    return offer;
  };

  return (offered: string, line: string): OfferedPieces => {
    const known = offers.get(offered);
    if (known) return known;
    made = 0;
    const offer = make(line);
    // A copy: as a slice of its line it would hold all of that in memory.
    const source = Buffer.from(offered).toString();
    offers.add(source, offer, source.length + made + offer.length * bytesOfReference);
    return offer;
  };
};
