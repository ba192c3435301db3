import type { Location } from '../domain/location/location.ts';
import { pointLine, pointText } from './locations-v2/point-text.ts';
import { readWorkCentreLine, workCentreLine } from './locations-v3/work-centre-line.ts';

/** Line that a published catalogue keeps for each location. */
export interface CatalogueLine {
  readonly line: (location: Location) => string;
  /** Throws if a line does not have the expected shape. */
  readonly check: (line: string) => void;
}

/** Catalogues of a version, one for each version of the API. */
export const catalogueLines = {
  points: { line: pointLine, check: (line) => void JSON.parse(pointText(line)) },
  workCentres: { line: workCentreLine, check: (line) => void readWorkCentreLine(line) },
} as const satisfies Readonly<Record<string, CatalogueLine>>;
