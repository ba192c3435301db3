import type { ExportFormatName } from '../../../domain/location/publication/work-centre-export.ts';
import { changesFile } from './changes-file.ts';
import type { ExportedFile } from './export-format.ts';
import { workCentreFormats } from './export-formats.ts';
import { removedFile } from './removed-file.ts';

/** Every file that partners can download of a version: how it is named, served and counted. */
export const exportFileFacts: Readonly<Record<ExportFormatName, ExportedFile>> = {
  ...workCentreFormats,
  changes: changesFile,
  removed: removedFile,
};
