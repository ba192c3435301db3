import { boundedMemory } from '../../../domain/bounded-memory.ts';
import { readWorkCentreLine } from '../work-centre-line.ts';
import { hoursAt, openCapabilityText, type WorkCentreContext } from '../work-centre-text.ts';

/** Consecutive bytes in UTF-8, shared by all work centres that show them. */
export type OfferedPieces = readonly Uint8Array[];

/** Bound of the cache of single pieces, in bytes: the weeks and capabilities of a network have some kB each. */
const mostPieceBytes = 4_000_000;

/** Bound of the cache of whole offers, in bytes: room for several thousand of 1 kB each. */
const mostOfferBytes = 8_000_000;

const bytesOfReference = 8;

/**
 * Creates a function for the capabilities of a work centre as JSON, with hours and without brackets. They are most of
 * an export and often identical, so both whole offers and their pieces are cached. `offered` comes from the line (see
 * cutLine). Throws if hours are unreadable.
 */
export const offeredPieces = ({ capabilityOf, now }: Omit<WorkCentreContext, 'distanceKm'>) => {
  const pieces = boundedMemory<string, Uint8Array>(mostPieceBytes);
  const offers = boundedMemory<string, OfferedPieces>(mostOfferBytes);
  /** Bytes made for the current offer. */
  let made = 0;

  const bytesOf = (text: string): Uint8Array => {
    const known = pieces.get(text);
    if (known) return known;
    // TextEncoder, as a Buffer from Node's pool would keep its 8 kB alive.
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
    // Copied, because a slice would keep the whole line in memory.
    const source = Buffer.from(offered).toString();
    offers.add(source, offer, source.length + made + offer.length * bytesOfReference);
    return offer;
  };
};
