import { createHash } from 'node:crypto';

/** Name of the metadata with which whoever uploads under a new key each time says which files it was made of. */
export const identityMetadata = 'waypost-files';

/** Tells a file of the import bucket from others: the same where it is put there again. */
export const fileIdentity = (key: string, metadata: Readonly<Record<string, string>>): string =>
  metadata[identityMetadata] || key;

/**
 * Tells files by their full names, in their order. A digest: there may be many, and where they lie on somebody's
 * machine is not for others to read.
 */
export const identityOfFiles = (paths: readonly string[]): string =>
  `files ${createHash('sha256').update(JSON.stringify(paths)).digest('base64url')}`;
