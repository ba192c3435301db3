import type { WorkCentreFormatName } from '../../../domain/location/publication/work-centre-export.ts';
import { csvFormat } from './csv-format.ts';
import type { ExportFormat } from './export-format.ts';
import { geojsonFormat } from './geojson-format.ts';
import { jsonFormat } from './json-format.ts';
import { ndjsonFormat } from './ndjson-format.ts';

/** Formats in which all work centres are exported. */
export const workCentreFormats: Readonly<Record<WorkCentreFormatName, ExportFormat>> = {
  json: jsonFormat,
  ndjson: ndjsonFormat,
  csv: csvFormat,
  geojson: geojsonFormat,
};
