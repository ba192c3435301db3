import { datedName, type ExportFormat } from './export-format.ts';
import { inCollection, jsonCollection } from './json-collection.ts';

/**
 * JSON export: `{"generated_at","total","workcentres":[...]}`, each work centre exactly as in a search without a search
 * point.
 */
export const jsonFormat: ExportFormat = {
  ...jsonCollection({ array: 'workcentres' }),
  fileName: datedName('workcentres', 'json'),
  contentType: 'application/json',
  record: ({ json }, isFirst) => inCollection(json, isFirst),
};
