import { cutLine } from '../work-centre-line.ts';
import type { WorkCentreContext } from '../work-centre-text.ts';
import { offeredPieces } from './offered-pieces.ts';

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

/** Completes the staged work centres of one version, one after the other, as they are shown with no search point. */
export const workCentresShown = (context: Omit<WorkCentreContext, 'distanceKm'>) => {
  const piecesOf = offeredPieces(context);
  let memory = Buffer.allocUnsafe(64 * 1024);
  const jsonOf = (line: string): Uint8Array => {
    const { head, middle, tail, offered } = cutLine(line);
    const pieces = piecesOf(offered, line);
    let room = line.length * mostBytesOfUnit;
    for (const piece of pieces) room += piece.length;
    if (room > memory.length) memory = Buffer.allocUnsafe(room * 2);
    let end = memory.write(head);
    for (const piece of pieces) {
      memory.set(piece, end);
      end += piece.length;
    }
    end += memory.write(`${middle}0${tail}`, end);
    return memory.subarray(0, end);
  };
  return (id: string, { workCentreLine, csvRow, feature }: StagedWorkCentre): ShownWorkCentre => ({
    id,
    json: jsonOf(workCentreLine),
    csvRow,
    feature,
  });
};
