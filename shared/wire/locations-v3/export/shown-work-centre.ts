import { cutLine } from '../work-centre-line.ts';
import type { WorkCentreContext } from '../work-centre-text.ts';
import { offeredPieces } from './offered-pieces.ts';

/**
 * Texts of a location in the export files, made once when it is staged; the hours of the coming days are added later.
 */
export interface StagedWorkCentre {
  /** Line of the location's work centre, see workCentreLine. */
  readonly workCentreLine: string;
  /** CSV row, including its line end. */
  readonly csvRow: string;
  /** GeoJSON feature as JSON. */
  readonly feature: string;
}

/** A work centre to be written to the export files, completed once for all of them. */
export interface ShownWorkCentre extends Pick<StagedWorkCentre, 'csvRow' | 'feature'> {
  readonly id: string;
  /** JSON of the work centre in UTF-8. The memory is reused for the next one: copy it to keep it. */
  readonly json: Uint8Array;
}

/** Maximum UTF-8 bytes of one UTF-16 unit. */
const mostBytesOfUnit = 3;

/** Creates a function that completes the staged work centres of one version, as shown without a search point. */
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
