/** Keys in the bucket of published files: functions are granted the same that they read and write. */

/** Key of the manifest that this release writes, and looks at first. */
export const manifestKey = 'manifest-3.json';

/**
 * Key of the manifest of the release before. It is never touched, so that its functions and its publisher can go on
 * from it at any time; it is read where this release has published nothing yet.
 */
export const formerManifestKey = 'manifest.json';

/** Keys of manifests, in the order in which they are looked for: each format has a key of its own. */
export const manifestKeys = [manifestKey, formerManifestKey] as const;

/** Key of the lease that one publisher at a time has. */
export const leaseKey = 'lease.json';

/** Key of the record of the last runs of publishers. */
export const runsKey = 'runs.json';

/** Key of the mark of the last import, which keeps publications back while it writes. */
export const lastImportKey = 'last-import.json';

/** Prefix of the folders of all versions, whose files are written once. */
export const versionsFolder = 'versions/';
