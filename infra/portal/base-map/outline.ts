import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';

type Topology = Parameters<typeof feature>[0];

// ISO 3166 numbers: Australia and the territories that its post serves, and whoever else is seen beside them.
const served = new Set(['036', '162', '166', '574']);
// Fiji is not among them: it lies on both sides of longitude 180°, and would be drawn right across the map.
const neighbours = new Set(['090', '360', '540', '548', '554', '598', '626']);

/** What the map is of, degrees; what lies outside altogether is left out. */
const frame = { west: 95, east: 180, south: -56, north: 0 };

/** Digits behind the point: 0.001° are 110 m, finer than what the outlines know; of neighbours only the shape counts. */
const servedDigits = 3;
const neighbourDigits = 2;

const require = createRequire(import.meta.url);
const countriesOf = (atlas: Topology): readonly Feature[] => {
  const { countries } = atlas.objects;
  if (countries?.type !== 'GeometryCollection') throw new Error('the atlas has no countries');
  return feature(atlas, countries).features;
};

const isInFrame = ([lon = 0, lat = 0]: Position): boolean =>
  lon >= frame.west && lon <= frame.east && lat >= frame.south && lat <= frame.north;

/** The ring with rounded positions, none of them twice in a row. */
const rounded = (ring: readonly Position[], digits: number): Position[] => {
  const positions: Position[] = [];
  for (const position of ring) {
    const next = position.map((degrees) => Number(degrees.toFixed(digits)));
    const last = positions.at(-1);
    if (last?.[0] !== next[0] || last?.[1] !== next[1]) positions.push(next);
  }
  return positions;
};

const polygonsOf = (geometry: Geometry): readonly Position[][][] => {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
};

/** A ring needs four positions to surround anything; islets smaller than the rounding are left out. */
const smallestRing = 4;

const shown = (features: readonly Feature[], digits: number): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: features
    .flatMap(({ geometry }) => polygonsOf(geometry))
    .filter(([outer = []]) => outer.some(isInFrame))
    .map((polygon) =>
      polygon.map((ring) => rounded(ring, digits)).filter((ring) => ring.length >= smallestRing),
    )
    .filter((polygon) => polygon.length > 0),
});

const among = (ids: ReadonlySet<string>, { id }: Feature): boolean => ids.has(String(id));

/**
 * The base map: the land that the network serves, and its neighbours. Natural Earth's outlines at 1:10,000,000 and
 * 1:50,000,000: at the zoom of a street they are off by a kilometre, and by several for a neighbour.
 */
export const outline = (): FeatureCollection<
  MultiPolygon | Polygon,
  { readonly kind: 'served' | 'neighbour' }
> => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { kind: 'neighbour' },
      geometry: shown(
        countriesOf(require('world-atlas/countries-50m.json')).filter((country) =>
          among(neighbours, country),
        ),
        neighbourDigits,
      ),
    },
    {
      type: 'Feature',
      properties: { kind: 'served' },
      geometry: shown(
        countriesOf(require('world-atlas/countries-10m.json')).filter((country) => among(served, country)),
        servedDigits,
      ),
    },
  ],
});
