import { fileURLToPath } from 'node:url';

/** Where the CDK's command line runs: relative paths are from here. */
export const project = fileURLToPath(new URL('../../../', import.meta.url));
