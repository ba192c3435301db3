import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of compiled code: Node's own setting, or one that goes with the packages. */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ??
  fileURLToPath(new URL('../../node_modules/.cache/waypost', import.meta.url));

/**
 * Keeps compiled code from one start of a program to the next: half of a start's work would go into compiling it again.
 * It is to be called before the program's own imports, which must therefore be dynamic.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(compileCache);
};
