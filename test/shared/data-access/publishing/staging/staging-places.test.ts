import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learntParts } from '../../../../../shared/data-access/publishing/staging/learnt-parts.ts';
import { placeKey } from '../../../../../shared/data-access/publishing/staging/place-key.ts';
import { stagingPlaces } from '../../../../../shared/data-access/publishing/staging/staging-places.ts';
import { seededRandom } from '../../../../benchmark/network/seeded-random.ts';
import { evenlyBetween } from '../../../../support/load/evenly-between.ts';

const learning = 2_032;

/** Numbers below 2^32, of which most are small. */
const skewed = (count: number): number[] => {
  const random = seededRandom(7);
  return Array.from({ length: count }, () => Math.floor(2 ** 32 * random() ** 4));
};

describe('parts that are learnt from the first keys', () => {
  it('are 0 until enough are known, then ascend with the keys', () => {
    const partOf = learntParts<number>();
    const keys = skewed(12_000);
    const parts = keys.map((key) => ({ key, part: partOf(key) }));
    expect(new Set(parts.slice(0, learning).map(({ part }) => part))).toEqual(new Set([0]));
    const later = parts.slice(learning).sort((one, other) => one.key - other.key);
    for (const [index, { part }] of later.entries()) {
      expect(part).toBeGreaterThanOrEqual(Math.max(1, later[index - 1]?.part ?? 1));
      expect(part).toBeLessThanOrEqual(127);
    }
  });

  it('have about as many keys each, however those are spread', () => {
    const partOf = learntParts<number>();
    const counts = new Map<number, number>();
    for (const key of skewed(100_000)) {
      const part = partOf(key);
      counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    expect(counts.size).toBe(128);
    expect(Math.max(...counts.values())).toBeLessThan((3 * 100_000) / 128);
  });

  it('hold the same key, however often it comes', () => {
    const partOf = learntParts<string>();
    const parts = Array.from({ length: 5_000 }, () => partOf('same'));
    expect(new Set(parts.slice(learning)).size).toBe(1);
  });
});

describe('the key of a place', () => {
  it('is a whole number below 2^32, and the same for the same place', () => {
    const lat = evenlyBetween(-90, 90);
    const lon = evenlyBetween(-180, 180);
    void fc.assert(
      fc.property(lat, lon, (degreesLat, degreesLon) => {
        const key = placeKey({ lat: degreesLat, lon: degreesLon });
        expect(Number.isInteger(key) && key >= 0 && key < 2 ** 32).toBe(true);
        expect(placeKey({ lat: degreesLat, lon: degreesLon })).toBe(key);
      }),
    );
  });

  it('parts the globe by halves, longitude and latitude by turns', () => {
    const corners = [
      { lat: -45, lon: -90 },
      { lat: -45, lon: 90 },
      { lat: 45, lon: -90 },
      { lat: 45, lon: 90 },
    ];
    expect(corners.map((place) => Math.floor(placeKey(place) / 2 ** 30))).toEqual([0, 1, 2, 3]);
  });
});

describe('where locations are staged', () => {
  it('are other numbers for every location, which stand together where codes or places do', () => {
    const placeOf = stagingPlaces();
    const random = seededRandom(21);
    const staged = Array.from({ length: 30_000 }, () => {
      const number = Math.floor(random() * 1e7);
      const coordinates = { lat: -10 - 30 * random(), lon: 115 + 35 * random() };
      const code = String(number).padStart(7, '0');
      return { code, key: placeKey(coordinates), ...placeOf(code, coordinates) };
    });
    expect(new Set(staged.map(({ textsAt }) => textsAt)).size).toBe(staged.length);
    expect(new Set(staged.map(({ linesAt }) => linesAt)).size).toBe(staged.length);
    expect(Math.max(...staged.flatMap(({ textsAt, linesAt }) => [textsAt, linesAt]))).toBeLessThan(2 ** 32);
    const later = staged.slice(learning);
    const [first, middle, last] = [0, 0.5, 1].map(
      (share) =>
        later.toSorted((a, b) => a.textsAt - b.textsAt)[Math.floor(share * (later.length - 1))]?.code,
    );
    expect([first, middle, last]).toEqual([first, middle, last].toSorted());
    const ofWest = later.toSorted((a, b) => a.linesAt - b.linesAt).slice(0, later.length / 4);
    const allKeys = later.map(({ key }) => key).sort((a, b) => a - b);
    expect(Math.max(...ofWest.map(({ key }) => key))).toBeLessThan(
      allKeys[Math.floor(later.length * 0.3)] ?? 0,
    );
  });
});
