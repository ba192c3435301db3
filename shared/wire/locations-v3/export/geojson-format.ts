import { datedName, type ExportFormat } from './export-format.ts';
import { flatWorkCentre } from './flat-work-centre.ts';
import { inCollection, jsonCollection } from './json-collection.ts';

/**
 * A FeatureCollection of points (RFC 7946, which lets `generated_at` and `total` stand beside its own members). The
 * properties are flat, as maps show them; the hours of each service are in the other JSON formats.
 */
export const geojsonFormat: ExportFormat = {
  ...jsonCollection({ members: { type: 'FeatureCollection' }, array: 'features' }),
  fileName: datedName('workcentres', 'geojson'),
  contentType: 'application/geo+json',
  record(workCentre, _text, isFirst) {
    const { lat, lon } = workCentre.location.attributes;
    const feature = {
      type: 'Feature',
      id: workCentre.id,
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: flatWorkCentre(workCentre),
    };
    return inCollection(JSON.stringify(feature), isFirst);
  },
};
