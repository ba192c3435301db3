import { createHash } from 'node:crypto';

/** Name of the metadata that identifies the source files of an upload whose key is new each time. */
export const identityMetadata = 'waypost-files';

/** Returns the identity of a file in the import bucket, the same if it is put again. */
export const fileIdentity = (key: string, metadata: Readonly<Record<string, string>>): string =>
  metadata[identityMetadata] || key;

/**
 * Returns the identity of files by their full paths, in order: a digest, as there may be many and local paths are not
 * to be disclosed.
 */
export const identityOfFiles = (paths: readonly string[]): string =>
  `files ${createHash('sha256').update(JSON.stringify(paths)).digest('base64url')}`;
