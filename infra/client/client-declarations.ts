import { execFile } from 'node:child_process';
import { copyFile, glob, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const tsconfig = fileURLToPath(new URL('tsconfig.json', import.meta.url));
const compiler = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');

/** Packages whose types the client's own refer to: they come along, so that a partner needs nothing beside. */
const packagesOfTypes = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

/** Where a package lies, by its main file in `dist`. */
export const folderOfPackage = (name: string): string => join(dirname(require.resolve(name)), '..');

/** With the file at `path` below the declarations' folder, and imports as compilers of any setting resolve them. */
const withinPackage = (text: string, path: string): string => {
  const rising = relative(dirname(path), '') || '.';
  const own = text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
  return packagesOfTypes.reduce(
    (changed, name) =>
      changed.replaceAll(new RegExp(`from ['"]${name}['"]`, 'g'), `from '${rising}/${name}.js'`),
    own,
  );
};

/** Writes the declarations of the client into a folder. Throws where the compiler finds an error. */
export const writeDeclarations = async (folder: string): Promise<void> => {
  await run(process.execPath, [compiler, '--project', tsconfig, '--outDir', folder]);
  for (const name of packagesOfTypes) {
    await copyFile(join(folderOfPackage(name), 'dist', 'index.d.mts'), join(folder, `${name}.d.ts`));
  }
  for await (const path of glob('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    await writeFile(file, withinPackage(await readFile(file, 'utf8'), path));
  }
};
