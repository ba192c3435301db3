import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import * as z from 'zod';
import manifest from '../../package.json' with { type: 'json' };
import { folderOfPackage, writeDeclarations } from './client-declarations.ts';

const run = promisify(execFile);
const sources = fileURLToPath(new URL('../../shared/client/', import.meta.url));

const packageManifest = {
  name: '@waypost/client',
  version: manifest.version,
  description: 'A typed client of Waypost: bill management, locations v2 and locations v3.',
  license: manifest.license,
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  exports: {
    '.': { types: './types/index.d.ts', default: './index.js' },
    './node': { types: './types/node.d.ts', default: './node.js' },
  },
};

/** Both entries share their parts, so that an error of one is an error of the other. */
const bundle = (folder: string) =>
  build({
    entryPoints: [join(sources, 'index.ts'), join(sources, 'node.ts')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
  });

const packed = z.tuple([z.object({ filename: z.string() })]);

/**
 * Makes the package of the client in `folder`, which is emptied, and packs it: gives the path of the tarball, beside the
 * folder. Nothing is fetched.
 */
export const packClient = async (folder: string): Promise<string> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'types'), { recursive: true });
  await bundle(folder);
  await writeDeclarations(join(folder, 'types'));
  await copyFile(join(sources, 'README.md'), join(folder, 'README.md'));
  const licence = await readFile(join(folderOfPackage('openapi-fetch'), 'LICENSE'), 'utf8');
  await writeFile(join(folder, 'THIRD-PARTY-LICENCES.txt'), `openapi-fetch\n\n${licence}`);
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packageManifest, null, 2)}\n`);
  const { stdout } = await run('npm', ['pack', '--json', '--offline', '--pack-destination', '..'], {
    cwd: folder,
  });
  return join(folder, '..', packed.parse(JSON.parse(stdout))[0].filename);
};
