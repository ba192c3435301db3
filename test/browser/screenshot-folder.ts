import { fileURLToPath } from 'node:url';

/** Where the tests leave what they saw; not kept in the repository. */
export const screenshotFolder = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url));
