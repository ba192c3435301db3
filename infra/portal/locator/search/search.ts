import type { LocationType } from '../../../../shared/domain/location/location.ts';

/** Degrees, WGS 84. */
export interface Coordinates {
  readonly lat: number;
  readonly lon: number;
}

/** Where to look. */
export type Where =
  | { readonly by: 'postcode'; readonly postcode: string }
  /** Around a work centre. */
  | { readonly by: 'code'; readonly code: string }
  | { readonly by: 'point'; readonly point: Coordinates };

/** What a visitor asks. */
export interface Search {
  /** Undefined before anything is asked. */
  readonly where?: Where | undefined;
  /** Kinds of place; none stands for all. */
  readonly types: readonly LocationType[];
  /** Id of an operational capability that places must have. */
  readonly service?: string | undefined;
  /** How far around a point or a work centre to look; a postcode reaches as far as it does. */
  readonly radiusKm: number;
}

/** How far is looked by itself, and then on request where nothing is found; the last is the most that the API takes. */
export const radiiKm = [50, 250, 1000] as const;

/** Before anything is asked. */
export const noSearch: Search = { types: [], radiusKm: radiiKm[0] };

const postcodePattern = /^\d{4}$/;
const codePattern = /^[A-Za-z0-9_-]{1,40}$/;

/** What is written into the field: four digits are a postcode, else it is a location code; undefined where it is neither. */
export const whereOfText = (text: string): Where | undefined => {
  const trimmed = text.trim();
  if (postcodePattern.test(trimmed)) return { by: 'postcode', postcode: trimmed };
  return codePattern.test(trimmed) ? { by: 'code', code: trimmed } : undefined;
};

const rounded = (degrees: number, digits: number): number => Number(degrees.toFixed(digits));

/** On the earth, whichever copy of it the map was clicked on; to 0.0001°, about 10 m. */
export const chosenPoint = ({ lat, lon }: Coordinates): Coordinates => ({
  lat: rounded(Math.min(90, Math.max(-90, lat)), 4),
  lon: rounded(((((lon + 180) % 360) + 360) % 360) - 180, 4),
});

/** The visitor's own position to 0.001°, about 100 m: it stands in the address, which may be shared. */
export const ownPoint = ({ lat, lon }: Coordinates): Coordinates => ({
  lat: rounded(lat, 3),
  lon: rounded(lon, 3),
});
