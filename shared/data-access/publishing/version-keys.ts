import { versionsFolder } from '../../domain/location/publication/object-keys.ts';
import { publicationVersion } from '../../domain/location/publication/publication-version.ts';
import {
  type ExportFormatName,
  perWorkCentreFormat,
} from '../../domain/location/publication/work-centre-export.ts';
import type { CatalogueName } from './reading/published-manifest.ts';

/** Names of the exported files in the folder of their version. */
const exportFileNames: Readonly<Record<ExportFormatName, string>> = {
  ...perWorkCentreFormat((format) => `workcentres.${format}.gz`),
  changes: 'changes.ndjson.gz',
  removed: 'removed.ndjson.gz',
};

const catalogueFileNames: Readonly<Record<CatalogueName, string>> = {
  points: 'points.bin',
  workCentres: 'workcentres.bin',
};

/** Returns the version of a folder; undefined for any other folder. */
export const versionOfFolder = (folder: string): string | undefined =>
  publicationVersion.safeParse(folder.slice(versionsFolder.length, -1)).data;

/** Keys of the files of one version, each written once. */
export const versionKeys = (version: string) => {
  const folder = `${versionsFolder}${version}/`;
  return {
    catalogue: (name: CatalogueName) => `${folder}${catalogueFileNames[name]}`,
    digests: `${folder}digests.ndjson.gz`,
    files: `${folder}files.json`,
    history: `${folder}history.json`,
    noChanges: `${folder}no-changes.ndjson.gz`,
    export: (format: ExportFormatName) => `${folder}${exportFileNames[format]}`,
  };
};
