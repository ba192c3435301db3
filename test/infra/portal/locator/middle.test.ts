import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { middleOf } from '../../../../infra/portal/locator/search/middle.ts';

const places = fc.array(
  fc.record({
    lat: fc.double({ min: -44, max: -10, noNaN: true }),
    lon: fc.double({ min: 113, max: 154, noNaN: true }),
  }),
  { minLength: 1 },
);

describe('the centre of places', () => {
  it('has no more than half of the places on any side', () => {
    fc.assert(
      fc.property(places, (all) => {
        const middle = middleOf(all);
        expect(middle).toBeDefined();
        if (!middle) return;
        for (const side of ['lat', 'lon'] as const) {
          // Longitudes are shifted and shifted back.
          const epsilon = 1e-9;
          const below = all.filter((place) => place[side] < middle[side] - epsilon);
          const above = all.filter((place) => place[side] > middle[side] + epsilon);
          expect(Math.max(below.length, above.length)).toBeLessThanOrEqual(all.length / 2);
        }
      }),
    );
  });

  it('is robust against a place with wrong coordinates', () => {
    const town = [-37.81, -37.812, -37.814].map((lat) => ({ lat, lon: 144.96 }));
    expect(middleOf([...town, { lat: 0, lon: 0 }])?.lat).toBeCloseTo(-37.811, 3);
  });

  it('is correct for places on both sides of longitude 180°', () => {
    const middle = middleOf([179.9, -179.9, -179.8].map((lon) => ({ lat: -17, lon })));
    expect(middle?.lon).toBeCloseTo(-179.9, 6);
  });

  it('is halfway between two places, and undefined without places', () => {
    const [north, south] = [
      { lat: -10, lon: 120 },
      { lat: -20, lon: 130 },
    ];
    expect(middleOf([north, south])).toEqual({ lat: -15, lon: 125 });
    expect(middleOf([])).toBeUndefined();
  });
});
