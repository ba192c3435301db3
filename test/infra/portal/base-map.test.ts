import { describe, expect, it } from 'vitest';
import { baseMapFiles } from '../../../infra/portal/base-map/base-map-files.ts';
import coast from '../../../infra/portal/base-map/coast.json' with { type: 'json' };
import { decodeRing, type Point } from '../../../infra/portal/base-map/coast.ts';
import { type Town, townsWithRoom } from '../../../infra/portal/base-map/town-labels.ts';

const rings = [...coast.served, ...coast.neighbours].map((ring) => decodeRing(ring, coast.digits));

/** Returns whether a ring surrounds a point, by counting the sides that a ray to the east crosses. */
const surrounds = (ring: readonly Point[], lon: number, lat: number): boolean => {
  let isInside = false;
  for (const [at, [x, y]] of ring.entries()) {
    const [toX = 0, toY = 0] = ring[(at + 1) % ring.length] ?? [];
    if (y > lat !== toY > lat && lon < x + ((toX - x) * (lat - y)) / (toY - y)) isInside = !isInside;
  }
  return isInside;
};

it('the outline separates land and sea, including bays and straits', () => {
  const isLand = (lon: number, lat: number) => rings.some((ring) => surrounds(ring, lon, lat));
  // Alice Springs, Tasmania and Phillip Island.
  expect([isLand(133.88, -23.7), isLand(147.13, -42), isLand(145.23, -38.48)]).toEqual([true, true, true]);
  // Bass Strait, Port Phillip Bay and Botany Bay.
  expect([isLand(146, -40.2), isLand(144.9, -38.1), isLand(151.19, -34)]).toEqual([false, false, false]);
});

it('the base map files include the worker, named after the version of MapLibre', () => {
  expect([...baseMapFiles().keys()]).toEqual([
    'locator/coast.json',
    'locator/towns.json',
    expect.stringMatching(/^assets\/maplibre-worker-\d+\.\d+\.\d+\.js$/),
  ]);
});

const town = (name: string, lon: number): Town => ({ name, lat: 0, lon, population: 1_000 });

describe('town labels', () => {
  const view = {
    width: 500,
    height: 500,
    pointOf: ({ lon, lat }: Town) => ({ x: lon, y: 250 - lat }),
  };

  it('omit towns outside the view and towns that overlap a larger one', () => {
    const towns = [town('Sydney', 100), town('Redfern', 120), town('Parramatta', 300), town('Perth', -10)];
    expect(townsWithRoom(towns, view).map(({ name }) => name)).toEqual(['Sydney', 'Parramatta']);
  });

  it('reserve space around a town for its name', () => {
    const towns = [town('Lightning Ridge', 100), town('Yamba', 180)];
    expect(townsWithRoom(towns, view)).toHaveLength(1);
    expect(townsWithRoom([towns[1] ?? town('', 0), town('A', 100)], view)).toHaveLength(2);
  });
});
