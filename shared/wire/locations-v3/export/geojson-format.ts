import { datedName, type ExportFormat } from './export-format.ts';
import { inCollection, jsonCollection } from './json-collection.ts';

/**
 * A FeatureCollection of points (RFC 7946, which lets `generated_at` and `total` stand beside its own members). The
 * properties are flat, as maps show them; the hours of each service are in the other JSON formats.
 */
export const geojsonFormat: ExportFormat = {
  ...jsonCollection({ members: { type: 'FeatureCollection' }, array: 'features' }),
  fileName: datedName('workcentres', 'geojson'),
  contentType: 'application/geo+json',
  record: ({ feature }, isFirst) => inCollection(feature, isFirst),
};
