import { describe, expect, it } from 'vitest';
import { drawPlaces } from './draw-places.ts';
import { localitiesOfCsv } from './localities.ts';

const heading = 'locality,state,postcode,count,latitude,longitude';

describe('localities', () => {
  it('are read with their weights, and refused with other columns', () => {
    expect(localitiesOfCsv(`${heading}\nMelbourne,VIC,3000,12,-37.8,144.9\n`)).toEqual([
      { lat: -37.8, lon: 144.9, weight: 12 },
    ]);
    expect(() => localitiesOfCsv('a,b\n1,2\n')).toThrow(heading);
    expect(() => localitiesOfCsv(`${heading}\nMelbourne,VIC,3000,12,-137.8,144.9\n`)).toThrow();
  });

  it('have places drawn around them by their weights, the same for the same seed', () => {
    const two = [
      { lat: -37.8, lon: 144.9, weight: 3_000 },
      { lat: -12.4, lon: 130.8, weight: 1_000 },
    ];
    const drawn = drawPlaces(two, 7).take(4_000).toArray();
    const south = drawn.filter(({ lat }) => lat < -30);
    expect(south.length / drawn.length).toBeCloseTo(0.75, 1);
    expect(south.every(({ lat, lon }) => Math.hypot(lat + 37.8, lon - 144.9) < 0.2)).toBe(true);
    expect(drawPlaces(two, 7).take(4_000).toArray()).toEqual(drawn);
    expect(drawPlaces(two, 8).take(1).toArray()).not.toEqual(drawn.slice(0, 1));
  });
});
