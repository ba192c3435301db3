import { fileURLToPath } from 'node:url';

/** The folder that all paths of the build are relative to. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));
