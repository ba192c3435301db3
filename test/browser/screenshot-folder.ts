import { fileURLToPath } from 'node:url';

/** Folder for the tests' screenshots. It is not in the repository. */
export const screenshotFolder = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url));
