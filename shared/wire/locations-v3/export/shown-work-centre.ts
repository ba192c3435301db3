import type { Location } from '../../../domain/location/location.ts';
import { bareWorkCentre, type WorkCentreParts, workCentreParts } from '../work-centre-line.ts';
import { workCentreText } from '../work-centre-text.ts';
import type { WorkCentreContext } from '../work-centre-view.ts';
import { type FlatWorkCentre, flatWorkCentre } from './flat-work-centre.ts';
import { usualOpening } from './usual-opening.ts';

/** A work centre on its way into the exported files, made once for all of them. */
export interface ShownWorkCentre {
  readonly id: string;
  readonly coordinates: Location['coordinates'];
  /** JSON of the work centre in UTF-8. Its memory is that of the next one: who keeps it copies it. */
  readonly json: Uint8Array;
  readonly flat: FlatWorkCentre;
}

/** Bytes that one character of a string takes in UTF-8 at most. */
const mostBytesOfUnit = 3;

/** Writes texts as UTF-8 into the same memory, one after the other. */
const reusedBytes = () => {
  let memory = Buffer.allocUnsafe(64 * 1024);
  return (text: string): Uint8Array => {
    if (text.length * mostBytesOfUnit > memory.length) {
      memory = Buffer.allocUnsafe(text.length * mostBytesOfUnit * 2);
    }
    return memory.subarray(0, memory.write(text));
  };
};

const flatServices = (parts: WorkCentreParts, { capabilityOf }: WorkCentreContext) => ({
  capabilityIds: parts.services.flatMap((code) => capabilityOf(code)?.capabilityId ?? []),
  opening: usualOpening(parts, capabilityOf),
});

/** Shows the locations of one version, one after the other. */
export const workCentresShown = (context: WorkCentreContext) => {
  const bytesOf = reusedBytes();
  return (location: Location): ShownWorkCentre => {
    const bare = bareWorkCentre(location);
    const parts = workCentreParts(location, bare);
    return {
      id: location.locationCode,
      coordinates: location.coordinates,
      json: bytesOf(workCentreText(parts, context)),
      flat: flatWorkCentre(bare, flatServices(parts, context)),
    };
  };
};
