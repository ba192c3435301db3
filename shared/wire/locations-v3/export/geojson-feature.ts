import type { Location } from '../../../domain/location/location.ts';
import type { FlatWorkCentre } from './flat-work-centre.ts';

/** Builds the GeoJSON feature of a location (RFC 7946). */
export const geojsonFeature = (
  { locationCode, coordinates: { lat, lon } }: Location,
  flat: FlatWorkCentre,
): string =>
  JSON.stringify({
    type: 'Feature',
    id: locationCode,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: flat,
  });
