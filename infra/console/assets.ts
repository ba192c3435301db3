import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { baseMapFiles } from '../portal/base-map/base-map-files.ts';

/** A file for the browser. */
export interface Asset {
  readonly type: string;
  readonly content: string | Uint8Array;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

const assetOf = (path: string, content: string | Uint8Array): [string, Asset] => [
  path,
  { type: types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream', content },
];

/** Bundles the scripts and styles of the console, and adds the outline of the map. Takes some 200 ms. */
export const consoleAssets = async (): Promise<ReadonlyMap<string, Asset>> => {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(new URL('../../', import.meta.url)),
    entryPoints: [
      { in: 'infra/console/browser/main.ts', out: 'console' },
      { in: 'infra/console/browser/console.css', out: 'console' },
    ],
    outdir: '.',
    // The images of Leaflet.
    loader: { '.png': 'dataurl' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'infra/portal/tsconfig.json',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return new Map([
    ...outputFiles.map(({ path, contents }) => assetOf(`/assets/${basename(path)}`, contents)),
    ...[...baseMapFiles()].map(([path, content]) => assetOf(`/${path}`, content)),
  ]);
};
