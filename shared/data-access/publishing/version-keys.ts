import type { ExportFormatName } from '../../domain/location/work-centre-export.ts';

/** Names of the exported files in the folder of their version. */
const exportFileNames: Readonly<Record<ExportFormatName, string>> = {
  json: 'workcentres.json.gz',
  ndjson: 'workcentres.ndjson.gz',
  csv: 'workcentres.csv.gz',
  geojson: 'workcentres.geojson.gz',
  changes: 'changes.ndjson.gz',
  removed: 'removed.ndjson.gz',
};

/** Prefix of all that one version consists of. */
export const versionFolder = (version: string): string => `versions/${version}/`;

/** Keys of the files of one version, each written once. */
export const versionKeys = (version: string) => {
  const folder = versionFolder(version);
  return {
    catalogue: `${folder}catalogue.bin`,
    digests: `${folder}digests.ndjson.gz`,
    files: `${folder}files.json`,
    history: `${folder}history.json`,
    export: (format: ExportFormatName) => `${folder}${exportFileNames[format]}`,
  };
};
