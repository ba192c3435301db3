import { boundedMemory } from '../../../domain/bounded-memory.ts';
import { cutLine, readWorkCentreLine } from '../work-centre-line.ts';
import { capabilitiesText } from '../work-centre-text.ts';
import type { WorkCentreContext } from '../work-centre-view.ts';

/** What files say of a location, made once when it is staged: only hours of the coming days are left out. */
export interface StagedWorkCentre {
  /** See workCentreLine. */
  readonly workCentreLine: string;
  /** Its line end included. */
  readonly csvRow: string;
  /** Of GeoJSON, as JSON. */
  readonly feature: string;
}

/** A work centre on its way into the exported files, completed once for all of them. */
export interface ShownWorkCentre extends Pick<StagedWorkCentre, 'csvRow' | 'feature'> {
  readonly id: string;
  /** JSON of the work centre in UTF-8. Its memory is that of the next one: who keeps it copies it. */
  readonly json: Uint8Array;
}

/** Bytes that one character of a string takes in UTF-8 at most. */
const mostBytesOfUnit = 3;

/** Most places of a network offer what some few thousand others do. What does not fit is made again. */
const mostOfferedBytes = 16_000_000;

type ShowingContext = Omit<WorkCentreContext, 'distanceKm'>;

/**
 * The capabilities of work centres as JSON in UTF-8, with their hours: nearly all that is exported of most of them, and
 * the same for many. Throws where hours are unreadable.
 */
const offeredBytes = (context: ShowingContext) => {
  const lately = boundedMemory<string, Buffer>(mostOfferedBytes);
  return (offered: string, line: string): Buffer => {
    const known = lately.get(offered);
    if (known) return known;
    const bytes = Buffer.from(capabilitiesText(readWorkCentreLine(line), context));
    // A copy: as a slice of its line it would hold all of that in memory.
    const source = Buffer.from(offered);
    lately.add(source.toString(), bytes, source.length + bytes.length);
    return bytes;
  };
};

/** Completes the staged work centres of one version, one after the other, as they are shown with no search point. */
export const workCentresShown = (context: ShowingContext) => {
  const bytesOf = offeredBytes(context);
  let memory = Buffer.allocUnsafe(64 * 1024);
  const jsonOf = (line: string): Uint8Array => {
    const { head, middle, tail, offered } = cutLine(line);
    const capabilities = bytesOf(offered, line);
    const room = capabilities.length + line.length * mostBytesOfUnit;
    if (room > memory.length) memory = Buffer.allocUnsafe(room * 2);
    let end = memory.write(head);
    memory.set(capabilities, end);
    end += capabilities.length;
    end += memory.write(middle, end);
    end += memory.write('0', end);
    end += memory.write(tail, end);
    return memory.subarray(0, end);
  };
  return (id: string, { workCentreLine, csvRow, feature }: StagedWorkCentre): ShownWorkCentre => ({
    id,
    json: jsonOf(workCentreLine),
    csvRow,
    feature,
  });
};
