import { execFile } from 'node:child_process';
import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const sources = fileURLToPath(new URL('../../shared/client/', import.meta.url));

const tsconfig = fileURLToPath(new URL('tsconfig.json', import.meta.url));
const compiler = join(dirname(require.resolve('@typescript/native/package.json')), 'bin', 'tsc');

/** Packages that the client's types import. They are packed too, so that partners need not install anything else. */
const packagesOfTypes = ['openapi-fetch', 'openapi-typescript-helpers'] as const;

const packageManifest = {
  name: '@waypost/client',
  version: manifest.version,
  description: 'A typed client for Waypost: bill management, locations v2 and locations v3.',
  license: manifest.license,
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  exports: {
    '.': { types: './types/index.d.ts', default: './index.js' },
    './node': { types: './types/node.d.ts', default: './node.js' },
  },
};

/** Bundles both entry points, which share modules and error classes. Returns the names of the bundled packages. */
const bundle = async (folder: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [join(sources, 'index.ts'), join(sources, 'node.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    metafile: true,
  });
  return Object.keys(metafile.inputs).flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
};

const packed = z.tuple([z.object({ filename: z.string() })]);

/** Builds the package in `folder`, which is emptied, and packs it offline. Returns the path of the tarball beside it. */
export const packClient = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'types'), { recursive: true });
  const bundled = await bundle(folder);
  await writeDeclarations(join(folder, 'types'));
  await copyFile(join(sources, 'README.md'), join(folder, 'README.md'));
  const licences = await licencesOf([...bundled, ...packagesOfTypes]);
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), licences);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageManifest, null, 2)}\n`);
  const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', '..'], {
    cwd: folder,
  });
  return join(folder, '..', packed.parse(JSON.parse(stdout))[0].filename);
};

/** Returns the licence texts of packages, each under its package's name. Throws if a package has no licence file. */
const licencesOf = async (names: readonly string[]): Promise<string> => {
  const sorted = [...new Set(names)].toSorted();
  const texts = await Promise.all(
    sorted.map((name) => readFile(join(folderOfPackage(name), 'LICENSE'), 'utf8')),
  );
  return sorted.map((name, index) => `${name}\n\n${texts[index]}`).join('\n');
};

/** Returns the folder of a package, derived from its main file, which is in `dist`. */
const folderOfPackage = (name: string): string => join(dirname(require.resolve(name)), '..');

/** Makes imports of the declaration file at `path` resolve within the package, whatever the partner's settings are. */
const withinPackage = (text: string, path: string): string => {
  const rising = relative(dirname(path), '') || '.';
  const own = text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
  return packagesOfTypes.reduce(
    (changed, name) =>
      changed.replaceAll(new RegExp(`from ['"]${name}['"]`, 'g'), `from '${rising}/${name}.js'`),
    own,
  );
};

/** Writes the client's declarations to a folder. Throws if the compiler reports an error. */
const writeDeclarations = async (folder: string): Promise<void> => {
  await run(process.execPath, [compiler, '--project', tsconfig, '--outDir', folder]);
  for (const name of packagesOfTypes) {
    await copyFile(join(folderOfPackage(name), 'dist', 'index.d.mts'), join(folder, `${name}.d.ts`));
  }
  for await (const path of glob('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    await writeFile(file, withinPackage(await readFile(file, 'utf8'), path));
  }
};
