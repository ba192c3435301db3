import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { type CoastFile, encodeRing, type Point } from './coast.ts';

/**
 * Writes `coast.json` from the seas of OpenStreetMap, whose holes are the land. Run it again only for newer data:
 *
 *     npm pack @geo-maps/earth-seas-10m@0.6.0 && tar -xzf geo-maps-*.tgz
 *     node infra/portal/base-map/write-coast.ts package/map.geo.json
 *
 * The package is not a dependency, because it has 37 MB, of which the map needs a hundredth.
 */
const seas = z.object({
  geometries: z.array(
    z.object({ coordinates: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))) }),
  ),
});

interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Part of the world that the map shows. */
const frame: Box = { west: 95, east: 180, south: -56, north: 0 };

/** Land with its centre in one of these boxes is served: Australia without Timor and New Guinea, and its islands. */
const servedBoxes: readonly Box[] = [
  { west: 112.5, east: 131, south: -44, north: -11 },
  { west: 131, east: 140.8, south: -44, north: -10.5 },
  { west: 140.8, east: 154.5, south: -44, north: -9.25 },
  // Lord Howe, Norfolk, Christmas and Cocos Islands.
  { west: 158.8, east: 159.4, south: -31.9, north: -31.3 },
  { west: 167.5, east: 168.3, south: -29.4, north: -28.8 },
  { west: 105.3, east: 105.9, south: -10.8, north: -10.2 },
  { west: 96.5, east: 97.1, south: -12.5, north: -11.6 },
];

/** Smallest islands, in square kilometres, and how far a simplified coast may be off, in degrees. */
const servedDetail = { smallest: 0.02, tolerance: 0.0002 };
const neighbourDetail = { smallest: 5, tolerance: 0.01 };

/** 0.0001° are 11 m. */
const digits = 4;

const kmPerDegree = 111.2;

const boxOf = (ring: readonly Point[]): Box => {
  const box = { west: 180, east: -180, south: 90, north: -90 };
  for (const [lon, lat] of ring) {
    box.west = Math.min(box.west, lon);
    box.east = Math.max(box.east, lon);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
};

const overlap = (one: Box, other: Box): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;

const isServed = ({ west, east, south, north }: Box): boolean => {
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const centre = { west: lon, east: lon, south: lat, north: lat };
  return servedBoxes.some((box) => overlap(box, centre));
};

const squareKilometres = (ring: readonly Point[]): number => {
  const [[lon = 0, lat = 0] = []] = ring;
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[index + 1] ?? [lon, lat];
    return sum + (x - lon) * (nextY - lat) - (nextX - lon) * (y - lat);
  }, 0);
  return (Math.abs(twice) / 2) * kmPerDegree ** 2 * Math.cos((lat * Math.PI) / 180);
};

/** Simplifies a line with the algorithm of Douglas and Peucker, which keeps its ends. */
const simplified = (line: readonly Point[], tolerance: number): Point[] => {
  const isKept = new Uint8Array(line.length);
  isKept[0] = isKept[line.length - 1] = 1;
  const parts: [number, number][] = [[0, line.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [first, last] = part;
    let [farthest, distance] = [first, tolerance];
    for (let at = first + 1; at < last; at++) {
      const away = distanceFrom(line[at], line[first], line[last]);
      if (away > distance) [farthest, distance] = [at, away];
    }
    if (farthest === first) continue;
    isKept[farthest] = 1;
    parts.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, at) => isKept[at]);
};

/** Distance of a point from the line between two others, in degrees of latitude. */
const distanceFrom = (
  [x, y]: Point = [0, 0],
  [fromX, fromY]: Point = [0, 0],
  [toX, toY]: Point = [0, 0],
): number => {
  const scale = Math.cos((fromY * Math.PI) / 180);
  const [dx, dy] = [(toX - fromX) * scale, toY - fromY];
  const [px, py] = [(x - fromX) * scale, y - fromY];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / length));
  return Math.hypot(px - along * dx, py - along * dy);
};

const file = process.argv[2];
if (file === undefined) throw new Error('name the map.geo.json of the package');
const { geometries } = seas.parse(JSON.parse(readFileSync(file, 'utf8')));
const rings = geometries
  .flatMap(({ coordinates }) => coordinates)
  .flatMap(([, ...holes]) => holes)
  .map((ring) => ({ ring, box: boxOf(ring) }))
  .filter(({ box }) => overlap(box, frame));
const encode = (wanted: boolean, { smallest, tolerance }: typeof servedDetail) =>
  rings
    .filter(({ ring, box }) => isServed(box) === wanted && squareKilometres(ring) >= smallest)
    .map(({ ring }) => encodeRing(simplified(ring, tolerance).slice(0, -1), digits))
    // Fewer than three positions surround nothing.
    .filter((ring) => ring.length >= 6);
const coast: CoastFile = {
  source: '@geo-maps/earth-seas-10m 0.6.0, from the coastlines of OpenStreetMap in 2017',
  licence: '© OpenStreetMap contributors, ODbL 1.0: https://opendatacommons.org/licenses/odbl/1-0/',
  digits,
  served: encode(true, servedDetail),
  neighbours: encode(false, neighbourDetail),
};
const target = new URL('coast.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(coast)}\n`);
