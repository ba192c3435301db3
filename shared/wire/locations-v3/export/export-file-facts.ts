import type { ExportFormatName } from '../../../domain/location/publication/work-centre-export.ts';
import { changesFile } from './changes-file.ts';
import type { ExportedFile } from './export-format.ts';
import { workCentreFormats } from './export-formats.ts';
import { removedFile } from './removed-file.ts';

/** Downloadable files of a version: their names, content types and how their records are counted. */
export const exportFileFacts: Readonly<Record<ExportFormatName, ExportedFile>> = {
  ...workCentreFormats,
  changes: changesFile,
  removed: removedFile,
};
