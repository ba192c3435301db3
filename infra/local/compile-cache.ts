import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Folder of the compile cache: Node's own setting, or a folder in node_modules. */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ??
  fileURLToPath(new URL('../../node_modules/.cache/waypost', import.meta.url));

/**
 * Caches compiled code between starts of a program, because compiling takes half of the startup time. Must be called
 * before the program's own imports, which must therefore be dynamic.
 */
export const keepCompiledCode = (): void => {
  enableCompileCache(compileCache);
};
