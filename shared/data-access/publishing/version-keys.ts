import { versionsFolder } from '../../domain/location/publication/object-keys.ts';
import { publicationVersion } from '../../domain/location/publication/publication-version.ts';
import {
  type ExportFormatName,
  perWorkCentreFormat,
} from '../../domain/location/publication/work-centre-export.ts';

/** Names of the exported files in the folder of their version. */
const exportFileNames: Readonly<Record<ExportFormatName, string>> = {
  ...perWorkCentreFormat((format) => `workcentres.${format}.gz`),
  changes: 'changes.ndjson.gz',
  removed: 'removed.ndjson.gz',
};

/** Returns the version of a folder; undefined for any other folder. */
export const versionOfFolder = (folder: string): string | undefined =>
  publicationVersion.safeParse(folder.slice(versionsFolder.length, -1)).data;

/** Keys of the files of one version, each written once. */
export const versionKeys = (version: string) => {
  const folder = `${versionsFolder}${version}/`;
  return {
    snapshot: `${folder}catalogue.bin`,
    digests: `${folder}digests.ndjson.gz`,
    files: `${folder}files.json`,
    history: `${folder}history.json`,
    noChanges: `${folder}no-changes.ndjson.gz`,
    export: (format: ExportFormatName) => `${folder}${exportFileNames[format]}`,
  };
};
