import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { baseMapFiles } from '../../../../infra/portal/base-map/base-map-files.ts';
import { outline } from '../../../../infra/portal/base-map/outline.ts';
import { outlineAnswer, townsAnswer } from '../../../../infra/portal/locator/map/base-map-answers.ts';
import { graticuleSpacing, multiplesWithin } from '../../../../infra/portal/locator/map/graticule.ts';
import { type LabelledTown, townLabels } from '../../../../infra/portal/locator/map/town-labels.ts';

const { features } = outline();

const rings = features.flatMap(({ geometry }) => {
  if (geometry.type !== 'MultiPolygon') throw new Error(`a ${geometry.type} is drawn`);
  return geometry.coordinates.flat();
});

/** Returns whether a ring surrounds a point, by counting the sides that a ray to the east crosses. */
const surrounds = (ring: (typeof rings)[number], [lon, lat]: readonly [number, number]): boolean => {
  let isInside = false;
  for (const [at, [x = 0, y = 0]] of ring.entries()) {
    const [toX = 0, toY = 0] = ring[(at + 1) % ring.length] ?? [];
    if (y > lat !== toY > lat && lon < x + ((toX - x) * (lat - y)) / (toY - y)) isInside = !isInside;
  }
  return isInside;
};

const isLand = (lon: number, lat: number): boolean => rings.some((ring) => surrounds(ring, [lon, lat]));

describe('the outline', () => {
  it('separates land and sea', () => {
    expect(isLand(133.88, -23.7)).toBe(true); // Alice Springs
    expect(isLand(149.13, -35.28)).toBe(true); // Canberra
    expect(isLand(147.13, -42)).toBe(true); // Tasmania
    expect(isLand(146, -40.2)).toBe(false); // Bass Strait
    expect(isLand(130, -35)).toBe(false); // the Great Australian Bight
    expect(isLand(155, -30)).toBe(false); // the Tasman Sea
  });

  it('is closed and does not cross the edges of the map', () => {
    for (const ring of rings) {
      expect(ring.length).toBeGreaterThanOrEqual(4);
      expect(ring[0]).toEqual(ring.at(-1));
      const longitudes = ring.map(([lon = 0]) => lon);
      expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(60);
    }
  });
});

describe('the files of the base map', () => {
  const files = baseMapFiles();

  it('can be parsed by the locator and have less than 150 kB compressed', () => {
    expect([...files.keys()]).toEqual(['locator/outline.json', 'locator/towns.json']);
    expect(outlineAnswer.parse(JSON.parse(files.get('locator/outline.json') ?? '')).features).toHaveLength(2);
    const towns = townsAnswer.parse(JSON.parse(files.get('locator/towns.json') ?? ''));
    expect(towns[0]).toMatchObject({ name: 'Sydney' });
    expect(towns.length).toBeGreaterThan(3_000);
    const bytes = [...files.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('have schemas that reject other data', () => {
    expect(outlineAnswer.safeParse({ type: 'Feature' }).success).toBe(false);
    expect(townsAnswer.safeParse([['Sydney', 151]]).success).toBe(false);
  });
});

const town = (name: string, lon: number): LabelledTown => ({ name, lat: 0, lon, population: 1_000 });

describe('labels of towns', () => {
  const view = {
    width: 500,
    height: 500,
    pointOf: ({ lon, lat }: LabelledTown) => ({ x: lon, y: 250 - lat }),
  };

  it('omit towns outside the view and towns that overlap a larger one', () => {
    const towns = [town('Sydney', 100), town('Redfern', 120), town('Parramatta', 300), town('Perth', -10)];
    expect(townLabels(towns, view).map((label) => label.town.name)).toEqual(['Sydney', 'Parramatta']);
  });

  it('reserve space for the name to the right of a place', () => {
    const towns = [town('Lightning Ridge', 100), town('Yamba', 180)];
    expect(townLabels(towns, view)).toHaveLength(1);
    expect(townLabels([towns[1] ?? town('', 0), town('A', 100)], view)).toHaveLength(2);
  });
});

it('the graticule has between 2 and 7 lines across a map of any size', () => {
  for (const size of [55, 20, 7, 1.3, 0.4, 0.05, 0.012]) {
    const bounds = { west: 144.97, east: 144.97 + size, south: -37.8, north: -37.8 + size / 2 };
    const lines = multiplesWithin(bounds.west, bounds.east, graticuleSpacing(bounds));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(7);
    for (const line of lines) expect(line).toBeGreaterThanOrEqual(bounds.west);
  }
});
