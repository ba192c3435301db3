import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import maplibre from 'maplibre-gl/package.json' with { type: 'json' };
import { towns } from './towns.ts';

const require = createRequire(import.meta.url);

/** Files of the locator's base map by path in the portal, without a leading slash. */
export const baseMapFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['locator/coast.json', readFileSync(new URL('coast.json', import.meta.url), 'utf8')],
    ['locator/towns.json', JSON.stringify(towns())],
    // Browsers start workers only from files of the portal: see vector-map.ts.
    [
      `assets/maplibre-worker-${maplibre.version}.js`,
      readFileSync(require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'), 'utf8'),
    ],
  ]);
