import { describe, expect, it } from 'vitest';
import { kilometresAlong, pointOf, pointsOf, squaredChord } from '../../../shared/spatial/chord.ts';
import { greatCircleKm } from '../../../shared/spatial/great-circle.ts';
import type { Place } from '../../../shared/spatial/place.ts';
import { allOf, anyOf, type PositionSet, positionSet } from '../../../shared/spatial/position-set.ts';
import { openSpatialIndex } from '../../../shared/spatial/spatial-index.ts';
import { inOrder } from './places.ts';

const places = 21_000;

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
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

/** Towns over a continent, the first ones large; within a town places thicken towards its middle. */
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

/** Of every place, those of `greatCircleKm`, which would turn each place into a point from every centre anew. */
const distancesFrom = (centre: Place): Float64Array => {
  const { x, y, z } = pointOf(centre);
  const distances = new Float64Array(places);
  for (let position = 0; position < places; position++) {
    distances[position] = kilometresAlong(squaredChord(points, 3 * position, x, y, z));
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

/** One stands before another: it is nearer, or as far and of a lower rank. */
const precedes = (distances: Float64Array, one: number, other: number): boolean => {
  const byDistance = (distances[one] ?? 0) - (distances[other] ?? 0);
  return byDistance < 0 || (byDistance === 0 && (network.rank[one] ?? 0) < (network.rank[other] ?? 0));
};

/** Each found is nearer than the next, and as many of the area as were found are no further than the last. */
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

describe(`the index of ${places} places, asked from a thousand centres`, () => {
  it('agrees with a look at every place, for every kind of search', () => {
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

  it('is held against the great circle to the last bit', () => {
    for (let asked = 0; asked < 20; asked++) {
      const centre = anywhere();
      const expected = network.lat.map((lat, position) =>
        greatCircleKm(centre, { lat, lon: network.lon[position] ?? 0 }),
      );
      expect(distancesFrom(centre)).toEqual(expected);
    }
  });
});
