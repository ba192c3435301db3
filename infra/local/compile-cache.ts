import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Keeps compiled code from one start of a program to the next: half of a start's work would go into compiling it again.
 * It is to be called before the program's own imports, which must therefore be dynamic.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/waypost', import.meta.url)));
};
