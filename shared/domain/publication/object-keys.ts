/** Keys in the bucket of published files: functions are granted the same that they read and write. */

/** Key of the manifest, which names the files of the published version. */
export const manifestKey = 'manifest.json';

/** Key of the lease that one publisher at a time has. */
export const leaseKey = 'lease.json';

/** Key of the record of the last runs of publishers. */
export const runsKey = 'runs.json';

/** Key of the mark of the last import, which keeps publications back while it writes. */
export const lastImportKey = 'last-import.json';

/** Prefix of the folders of all versions, whose files are written once. */
export const versionsFolder = 'versions/';
