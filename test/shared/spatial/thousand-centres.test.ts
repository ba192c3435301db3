import { describe, expect, it } from 'vitest';
import {
  allOf,
  anyOf,
  greatCircleKm,
  openSpatialIndex,
  type Place,
  type PositionSet,
  positionSet,
} from '../../../shared/spatial/index.ts';
import { pointOf, pointsOf, squaredChord, squaredChordToKm } from '../../../shared/spatial/sphere.ts';
import { inOrder } from './places.ts';

const places = 21_000;

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
const draws = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const draw = draws(6);

/** Towns over a continent. The first ones are large, and places are denser towards the centre of a town. */
const towns = Array.from({ length: 300 }, () => ({ lat: -44 + 34 * draw(), lon: 113 + 41 * draw() }));
const inTown = (): Place => {
  const { lat, lon } = towns[Math.floor(towns.length * draw() ** 4)] ?? { lat: 0, lon: 0 };
  const spread = 0.5 * draw() ** 2;
  return { lat: lat + spread * (draw() - 0.5), lon: lon + spread * (draw() - 0.5) };
};
const anywhere = (): Place => ({ lat: -44 + 34 * draw(), lon: 113 + 41 * draw() });

const share = (part: number) =>
  positionSet(
    Uint32Array.from({ length: places }, (_, position) => (draw() < part ? position : places)).filter(
      (position) => position < places,
    ),
    places,
  );

const network = inOrder(Array.from({ length: places }, inTown));
const index = openSpatialIndex(network);
const twoTypesAndOneService = allOf([anyOf([share(0.2), share(0.1)], places), share(0.3)], places);

interface Kind {
  readonly radiusKm: number;
  readonly limit: number;
  readonly among?: PositionSet;
}

const everyPosition = Uint32Array.from({ length: places }, (_, position) => position);
const points = pointsOf(network);

/** Distances of all places by `greatCircleKm`, but without converting each place to a point for every centre. */
const distancesFrom = (centre: Place): Float64Array => {
  const { x, y, z } = pointOf(centre);
  const distances = new Float64Array(places);
  for (let position = 0; position < places; position++) {
    distances[position] = squaredChordToKm(squaredChord(points, 3 * position, x, y, z));
  }
  return distances;
};

const kinds: readonly Kind[] = [
  { radiusKm: 50, limit: 5 },
  { radiusKm: 1000, limit: 10_000 },
  { radiusKm: 2000, limit: 1500 },
  { radiusKm: 50, limit: 5, among: share(0.5) },
  { radiusKm: 1000, limit: 20, among: twoTypesAndOneService },
  { radiusKm: 300, limit: 5, among: share(0.02) },
  { radiusKm: 2000, limit: 5, among: share(0.002) },
];

/** Returns whether a position comes before another: it is closer, or at the same distance with a lower rank. */
const precedes = (distances: Float64Array, one: number, other: number): boolean => {
  const byDistance = (distances[one] ?? 0) - (distances[other] ?? 0);
  return byDistance < 0 || (byDistance === 0 && (network.rank[one] ?? 0) < (network.rank[other] ?? 0));
};

/** Checks that results are in order, that they are the first of the area, and that the total is right. */
const isRight = (centre: Place, distances: Float64Array, kind: Kind, members: Uint32Array): boolean => {
  const { radiusKm, limit, among } = kind;
  const { positions, distancesKm } = index.nearest({ centre, radiusKm }, limit, among);
  const last = positions.at(-1) ?? -1;
  let inside = 0;
  let upToLast = 0;
  for (let index = 0; index < members.length; index++) {
    const position = members[index] ?? 0;
    if ((distances[position] ?? 0) > radiusKm) continue;
    inside++;
    if (!precedes(distances, last, position)) upToLast++;
  }
  return (
    index.count({ centre, radiusKm }, among) === inside &&
    positions.length === Math.min(limit, inside) &&
    (inside === 0 || upToLast === positions.length) &&
    positions.every((position, at) => at === 0 || precedes(distances, positions[at - 1] ?? 0, position)) &&
    positions.every((position, at) => {
      const distanceKm = distances[position] ?? Number.POSITIVE_INFINITY;
      return distanceKm === distancesKm[at] && distanceKm <= radiusKm && (among?.has(position) ?? true);
    })
  );
};

describe(`the index of ${places} places, searched from a thousand centres`, () => {
  it('agrees with brute force, for every kind of search', () => {
    const wrong: Kind[] = [];
    const membersOf = new Map(kinds.map((kind) => [kind, kind.among?.positions() ?? everyPosition]));
    for (let asked = 0; asked < 1000; asked++) {
      const centre = asked % 2 === 0 ? inTown() : anywhere();
      const distances = distancesFrom(centre);
      for (const [kind, members] of membersOf) {
        if (!isRight(centre, distances, kind, members)) wrong.push(kind);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is compared with great-circle distances to the last bit', () => {
    for (let asked = 0; asked < 20; asked++) {
      const centre = anywhere();
      const expected = network.lat.map((lat, position) =>
        greatCircleKm(centre, { lat, lon: network.lon[position] ?? 0 }),
      );
      expect(distancesFrom(centre)).toEqual(expected);
    }
  });
});
