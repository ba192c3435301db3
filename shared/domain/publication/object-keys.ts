/** Keys in the bucket of published files. The functions' permissions are derived from these constants. */

export const manifestKey = 'manifest.json';

/** Key of the lease, which only one publisher at a time can hold. */
export const leaseKey = 'lease.json';

export const runsKey = 'runs.json';

/** Key of the last import's marker, which blocks publications while the import is writing. */
export const lastImportKey = 'last-import.json';

/** Key of the object for the last rollback, which blocks publications from the tables until an operator ends it. */
export const rollbackKey = 'rollback.json';

/** Key of the overlay, which lists the locations that currently do not accept parcels. No version contains it. */
export const overlayKey = 'availability.json.gz';

/** Prefix of the files of all versions. Each file is written only once. */
export const versionsFolder = 'versions/';

/** Prefix of the objects that anyone may read at the portal's URL. */
export const publicFolder = 'public/';

/** Key of the object with the browser key for the portal's locator. */
export const portalKeyObject = `${publicFolder}key.json`;

export const mapFolder = `${publicFolder}map/`;

export const outletsFolder = `${publicFolder}outlets/`;

/** Key of the index of outlet pages, which records the pages that have been written. */
export const outletIndexKey = 'outlets.json';

export const mapPointerKey = `${mapFolder}current.json`;

export const mapFileKey = (version: string): string => `${mapFolder}places-${version}.json`;

/** Returns the version of a map file; undefined for any other key. */
export const versionOfMapFile = (key: string): string | undefined =>
  key.startsWith(mapFolder) ? /^places-(.+)\.json$/.exec(key.slice(mapFolder.length))?.[1] : undefined;
