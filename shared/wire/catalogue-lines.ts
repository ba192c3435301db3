import type { Location } from '../domain/location/location.ts';
import { pointLine, pointText } from './locations-v2/point-text.ts';
import { readWorkCentreLine, workCentreLine } from './locations-v3/work-centre-line.ts';

/** What a published catalogue keeps of each location. */
export interface CatalogueLine {
  readonly line: (location: Location) => string;
  /** Throws where a line is not what is kept of some location. */
  readonly check: (line: string) => void;
}

/** The catalogues of a version: what functions of version 2 read, and what those of version 3 do. */
export const catalogueLines = {
  points: { line: pointLine, check: (line) => void JSON.parse(pointText(line)) },
  workCentres: { line: workCentreLine, check: (line) => void readWorkCentreLine(line) },
} as const satisfies Readonly<Record<string, CatalogueLine>>;
