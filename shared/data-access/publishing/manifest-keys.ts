/** The manifest that this release writes, and looks at first. */
export const manifestKey = 'manifest-3.json';

/**
 * The manifest of the release before. It is never touched, so that its functions and its publisher can go on from it
 * at any time; it is read where this release has published nothing yet.
 */
const formerManifestKey = 'manifest.json';

/** Where manifests are, in the order in which they are looked for: each format has a key of its own. */
export const manifestKeys = [manifestKey, formerManifestKey] as const;
