import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chordMargin,
  chordOf,
  halfCircumferenceKm,
  pointOf,
  pointsOf,
  radians,
  squaredChord,
} from '../../../shared/spatial/chord.ts';
import { canMap, mapAround, writeSquares } from '../../../shared/spatial/local-map.ts';
import type { Place, PlaceColumns } from '../../../shared/spatial/place.ts';
import { evenlyBetween } from '../../support/load/evenly-between.ts';
import { place } from './places.ts';

/** What a map reaches around any centre: some more is left out. */
const reachKm = 53.5;

const mapped = fc.record({
  lat: fc.oneof(evenlyBetween(-60, 60), fc.constantFrom(-60, 60)),
  lon: fc.oneof(evenlyBetween(-179, 179), fc.constantFrom(-179, 179)),
});

/** The place so far from a centre in a direction, in degrees from north. */
const placeFrom = ({ lat, lon }: Place, kilometres: number, bearing: number): Place => {
  const [phi, turn] = [lat * radians, bearing * radians];
  const way = (Math.PI * kilometres) / halfCircumferenceKm;
  const sine = Math.sin(phi) * Math.cos(way) + Math.cos(phi) * Math.sin(way) * Math.cos(turn);
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(way) * Math.cos(phi),
    Math.cos(way) - Math.sin(phi) * sine,
  );
  return { lat: Math.asin(sine) / radians, lon: lon + east / radians };
};

/** A line on the map around a centre, and the chord that it stands for. */
const lineAndChord = (centre: Place, there: Place) => {
  const columns: PlaceColumns = { lat: Float64Array.of(there.lat), lon: Float64Array.of(there.lon) };
  const point = pointOf(centre);
  const squares = new Float64Array(1);
  writeSquares(mapAround(centre, point), columns, 0, 1, squares);
  return {
    line: Math.sqrt(squares[0] ?? Number.NaN),
    chord: Math.sqrt(squaredChord(pointsOf(columns), 0, point.x, point.y, point.z)),
  };
};

/** What rounding may take from a line that is no longer than its chord. */
const rounding = 1e-14;

describe('the map around a centre', () => {
  it('shows every place that it reaches as far away as it is, but for a quarter of the margin', async () => {
    await fc.assert(
      fc.property(mapped, evenlyBetween(0, reachKm), evenlyBetween(0, 360), (centre, kilometres, bearing) => {
        expect(canMap(centre, chordOf(kilometres))).toBe(true);
        const { line, chord } = lineAndChord(centre, placeFrom(centre, kilometres, bearing));
        expect(line).toBeGreaterThanOrEqual(chord - rounding);
        expect(line).toBeLessThanOrEqual(chord + chordMargin / 4);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shows no place nearer than it is, however far away', async () => {
    await fc.assert(
      fc.property(mapped, place, (centre, there) => {
        const { line, chord } = lineAndChord(centre, there);
        expect(line).toBeGreaterThan(Math.min(chord, chordOf(reachKm)) - rounding);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is made of small surroundings, away from the poles and the antimeridian', () => {
    const sydney = { lat: -33.87, lon: 151.21 };
    expect(canMap(sydney, chordOf(50))).toBe(true);
    expect(canMap(sydney, chordOf(54))).toBe(false);
    expect(canMap({ lat: 64.15, lon: -21.94 }, chordOf(1))).toBe(false);
    expect(canMap({ lat: -16.78, lon: 179.34 }, chordOf(1))).toBe(false);
  });
});
