import { datedName, type ExportFormat } from './export-format.ts';
import { inCollection, jsonCollection } from './json-collection.ts';

/**
 * GeoJSON export: a FeatureCollection of points (RFC 7946, which allows the foreign members `generated_at` and
 * `total`). Properties are flat, as maps show them; the hours of each service are in the other JSON formats.
 */
export const geojsonFormat: ExportFormat = {
  ...jsonCollection({ members: { type: 'FeatureCollection' }, array: 'features' }),
  fileName: datedName('workcentres', 'geojson'),
  contentType: 'application/geo+json',
  record: ({ feature }, isFirst) => inCollection(feature, isFirst),
};
