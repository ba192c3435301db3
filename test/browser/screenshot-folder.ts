import { fileURLToPath } from 'node:url';

/** Folder of the tests' screenshots; not in the repository. */
export const screenshotFolder = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url));
