import type { ExportFormatName, workCentreFormatNames } from '../../../domain/location/work-centre-export.ts';
import { changesFile } from './changes-file.ts';
import { csvFormat } from './csv-format.ts';
import type { ExportedFile, ExportFormat } from './export-format.ts';
import { geojsonFormat } from './geojson-format.ts';
import { jsonFormat } from './json-format.ts';
import { ndjsonFormat } from './ndjson-format.ts';
import { removedFile } from './removed-file.ts';

/** The formats in which all work centres are exported. */
export const workCentreFormats: Readonly<Record<(typeof workCentreFormatNames)[number], ExportFormat>> = {
  json: jsonFormat,
  ndjson: ndjsonFormat,
  csv: csvFormat,
  geojson: geojsonFormat,
};

/** Every file that partners can download of a version. */
export const exportedFiles: Readonly<Record<ExportFormatName, ExportedFile>> = {
  ...workCentreFormats,
  changes: changesFile,
  removed: removedFile,
};
