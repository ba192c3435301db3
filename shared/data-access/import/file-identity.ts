/** Name of the metadata with which whoever uploads under a new key each time says which files it was made of. */
export const identityMetadata = 'waypost-files';

/** Tells a file of the import bucket from others: the same where it is put there again. */
export const fileIdentity = (key: string, metadata: Readonly<Record<string, string>>): string =>
  metadata[identityMetadata] || key;
