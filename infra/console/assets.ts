import { basename } from 'node:path';
import { build } from 'esbuild';
import { baseMapFiles } from '../portal/base-map/base-map-files.ts';
import { browserOptions } from '../portal/build/browser-bundle.ts';

/** Files for the browser, by path. */
export type Assets = ReadonlyMap<string, string | Uint8Array>;

/** Bundles the scripts and styles of the console, and adds the outline of the map. Takes about 200 ms. */
export const consoleAssets = async (): Promise<Assets> => {
  const { outputFiles } = await build({
    ...browserOptions,
    entryPoints: [
      { in: 'infra/console/browser/main.ts', out: 'console' },
      { in: 'infra/console/browser/console.css', out: 'console' },
    ],
    outdir: '.',
    // Leaflet's images.
    loader: { '.png': 'dataurl' },
    splitting: true,
    format: 'esm',
    write: false,
  });
  return new Map<string, string | Uint8Array>([
    ...outputFiles.map(({ path, contents }) => [`/assets/${basename(path)}`, contents] as const),
    ...[...baseMapFiles()].map(([path, content]) => [`/${path}`, content] as const),
  ]);
};
