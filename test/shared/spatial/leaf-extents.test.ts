import { describe, expect, it } from 'vitest';
import { growTree } from '../../../shared/spatial/block-tree.ts';
import type { Place, PlaceColumns } from '../../../shared/spatial/place.ts';
import { inOrder } from './places.ts';

const townCount = 300;
const placeCount = 21_000;

/** From 0 to 1, evenly and without pattern: multiples of the golden ratio. */
const spread = (number: number, salt: number) => (number * 0.618_033_988_75 + salt * 0.414_213_562_37) % 1;

/** Towns of seventy places each over a continent, each place within some kilometres; towns take turns. */
const clustered = Array.from({ length: placeCount }, (_, number): Place => {
  const town = number % townCount;
  const within = Math.floor(number / townCount);
  return {
    lat: -44 + 34 * spread(town, 1) + 0.1 * spread(within * 7, town),
    lon: 113 + 41 * ((town * 0.754_877_666) % 1) + 0.1 * spread(within * 13, town + 3),
  };
});

const columnsOf = (places: readonly Place[]): PlaceColumns => ({
  lat: Float64Array.from(places, ({ lat }) => lat),
  lon: Float64Array.from(places, ({ lon }) => lon),
});

/** The mean of how far leaves reach, as the sum of their extents along the three axes, in radii of the earth. */
const meanExtent = (places: PlaceColumns): number => {
  const { width, boxes } = growTree(places);
  let sum = 0;
  let leaves = 0;
  for (let leaf = width; leaf < 2 * width; leaf++) {
    const extents = [3, 4, 5].map((half) => 2 * (boxes[6 * leaf + half] ?? 0));
    if (extents.some((extent) => extent < 0)) continue;
    sum += extents.reduce((one, other) => one + other, 0);
    leaves += 1;
  }
  return sum / leaves;
};

/** Of 0.0244, as the order leaves it. */
const mostExtent = 0.028;

describe('the leaves of the tree, over clustered places', () => {
  it('reach little further than towns where places are in order', () => {
    expect(meanExtent(inOrder(clustered))).toBeLessThan(mostExtent);
  });

  it('reach further in poorer orders, which the bound would tell', () => {
    const fromSouth = clustered.toSorted((one, other) => one.lat - other.lat);
    for (const places of [clustered, fromSouth]) {
      expect(meanExtent(columnsOf(places))).toBeGreaterThan(2 * mostExtent);
    }
  });
});
