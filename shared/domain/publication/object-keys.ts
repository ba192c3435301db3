/** Keys in the bucket of published files. The permissions of functions are derived from the same constants. */

/** Key of the manifest, which lists the files of the published version. */
export const manifestKey = 'manifest.json';

/** Key of the lease, which only one publisher at a time can hold. */
export const leaseKey = 'lease.json';

/** Key of the record of the last publisher runs. */
export const runsKey = 'runs.json';

/** Key of the marker of the last import, which blocks publications while the import writes. */
export const lastImportKey = 'last-import.json';

/** Key of the record of the last rollback, which blocks publications of the tables until an operator ends it. */
export const rollbackKey = 'rollback.json';

/** Key of the overlay, which lists the locations that currently do not accept parcels. No version contains it. */
export const overlayKey = 'availability.json.gz';

/** Prefix of the keys of all versions' files, which are written once. */
export const versionsFolder = 'versions/';

/** Prefix of the keys of the objects that anyone may read, at the portal's URL. */
export const publicFolder = 'public/';

/** Key of the object with the browser key of the portal's locator. */
export const portalKeyObject = `${publicFolder}key.json`;

/** Prefix of the keys of the map files and of the pointer to the newest one. */
export const mapFolder = `${publicFolder}map/`;

/** Prefix of the keys of the outlet pages. */
export const outletsFolder = `${publicFolder}outlets/`;

/** Key of the index of the outlet pages, which records what has been written. */
export const outletIndexKey = 'outlets.json';

/** Key of the pointer to the newest map file. */
export const mapPointerKey = `${mapFolder}current.json`;

/** Returns the key of the map file of a version. */
export const mapFileKey = (version: string): string => `${mapFolder}places-${version}.json`;

/** Returns the version of a map file; undefined if the key is not that of a map file. */
export const versionOfMapFile = (key: string): string | undefined =>
  key.startsWith(mapFolder) ? /^places-(.+)\.json$/.exec(key.slice(mapFolder.length))?.[1] : undefined;
