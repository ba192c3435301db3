import { expect, it } from 'vitest';
import { baseMapFiles } from '../../../infra/portal/base-map/base-map-files.ts';
import coast from '../../../infra/portal/base-map/coast.json' with { type: 'json' };
import { decodeRing, townsWithRoom } from '../../../infra/portal/base-map/outline.ts';

const rings = [...coast.served, ...coast.neighbours].map((ring) => decodeRing(ring, coast.digits));

/** Returns whether a ring surrounds a point, by counting the sides that a ray to the east crosses. */
const surrounds = (ring: (typeof rings)[number], lat: number, lon: number): boolean => {
  let isInside = false;
  for (const [at, [y, x]] of ring.entries()) {
    const [toY = 0, toX = 0] = ring[(at + 1) % ring.length] ?? [];
    if (y > lat !== toY > lat && lon < x + ((toX - x) * (lat - y)) / (toY - y)) isInside = !isInside;
  }
  return isInside;
};

it.each([
  ['Alice Springs', -23.7, 133.88, true],
  ['Tasmania', -42, 147.13, true],
  ['Phillip Island', -38.48, 145.23, true],
  ['Bass Strait', -40.2, 146, false],
  ['Port Phillip Bay', -38.1, 144.9, false],
  ['Botany Bay', -34, 151.19, false],
])('the outline knows whether %s is land', (_, lat, lon, isLand) => {
  expect(rings.some((ring) => surrounds(ring, lat, lon))).toBe(isLand);
});

it('the base map files include the worker, named after the version of MapLibre', () => {
  expect([...baseMapFiles().keys()]).toEqual([
    'locator/coast.json',
    'locator/towns.json',
    expect.stringMatching(/^assets\/maplibre-worker-\d+\.\d+\.\d+\.js$/),
  ]);
});

it.each([
  ['outside the view', { Sydney: 100, Perth: -10 }, ['Sydney']],
  ['that overlap a larger one', { Sydney: 100, Redfern: 120, Parramatta: 300 }, ['Sydney', 'Parramatta']],
  ['whose names would overlap', { 'Lightning Ridge': 100, Yamba: 180 }, ['Lightning Ridge']],
  ['only if necessary', { Yamba: 180, A: 100 }, ['Yamba', 'A']],
])('town labels omit towns %s', (_, towns, labelled) => {
  const named = Object.entries(towns).map(([name, x]) => ({ name, x }));
  const shown = townsWithRoom(named, { x: 500, y: 500 }, ({ x }) => ({ x, y: 250 }));
  expect(shown.map(({ name }) => name)).toEqual(labelled);
});
