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

describe('the middle of places', () => {
  it('has no more than half of them on any side', () => {
    fc.assert(
      fc.property(places, (all) => {
        const middle = middleOf(all);
        expect(middle).toBeDefined();
        if (!middle) return;
        for (const side of ['lat', 'lon'] as const) {
          // Longitudes are added to and taken from on the way.
          const sameTo = 1e-9;
          expect(all.filter((place) => place[side] < middle[side] - sameTo).length).toBeLessThanOrEqual(
            all.length / 2,
          );
          expect(all.filter((place) => place[side] > middle[side] + sameTo).length).toBeLessThanOrEqual(
            all.length / 2,
          );
        }
      }),
    );
  });

  it('is not pulled away by a place with wrong coordinates', () => {
    const town = [-37.81, -37.812, -37.814].map((lat) => ({ lat, lon: 144.96 }));
    expect(middleOf([...town, { lat: 0, lon: 0 }])?.lat).toBeCloseTo(-37.811, 3);
  });

  it('lies among places on both sides of longitude 180°', () => {
    const middle = middleOf([179.9, -179.9, -179.8].map((lon) => ({ lat: -17, lon })));
    expect(middle?.lon).toBeCloseTo(-179.9, 6);
  });

  it('lies between the two of two places, and nowhere of none', () => {
    expect(
      middleOf([
        { lat: -10, lon: 120 },
        { lat: -20, lon: 130 },
      ]),
    ).toEqual({ lat: -15, lon: 125 });
    expect(middleOf([])).toBeUndefined();
  });
});
