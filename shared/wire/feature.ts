import type { Cell, flatWorkCentre } from './flat-work-centre.ts';

/** GeoJSON feature of a work centre (RFC 7946). Its properties are the columns of the CSV. */
export interface Feature {
  readonly type: 'Feature';
  readonly id: Cell;
  readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly [lon: Cell, lat: Cell] };
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Builds the feature for a flat work centre. The further properties come after the exported properties. */
export const toFeature = (
  { id, lat, lon, ...properties }: ReturnType<typeof flatWorkCentre>,
  further: Feature['properties'] = {},
): Feature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [lon, lat] },
  properties: { ...properties, ...further },
});
