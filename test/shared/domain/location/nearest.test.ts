import { describe, expect, it } from 'vitest';
import type { SearchArea } from '../../../../shared/domain/location/location-catalogue.ts';
import { nearestWithin } from '../../../../shared/domain/location/nearest.ts';
import { nearestFirst, type RowNeighbour } from '../../../../shared/domain/location/neighbours.ts';

const centre = { lat: -37.8, lon: 145 };
const at = (row: number, distanceKm: number): RowNeighbour => ({ row, distanceKm });

/** A place to look at that keeps how far each look reached. */
const looksAt = (neighbours: readonly RowNeighbour[]) => {
  const reaches: number[] = [];
  const within = ({ radiusKm }: SearchArea) => {
    reaches.push(radiusKm);
    return neighbours.filter(({ distanceKm }) => distanceKm <= radiusKm);
  };
  return { within, reaches };
};

describe('nearestWithin', () => {
  it.each([0, -1])('looks nowhere for %i', (limit) => {
    const { within, reaches } = looksAt([at(0, 0)]);
    expect(nearestWithin(within, { centre, radiusKm: 50 }, limit)).toEqual([]);
    expect(reaches).toEqual([]);
  });

  it('stops at the first ring that holds just as many as are asked for', () => {
    const { within, reaches } = looksAt([at(0, 1), at(1, 1.5), at(2, 0.5), at(3, 2), at(4, 3)]);
    expect(nearestWithin(within, { centre, radiusKm: 1000 }, 4).map(({ row }) => row)).toEqual([2, 0, 1, 3]);
    expect(reaches).toEqual([2]);
  });

  it('reaches three times as far with each look, and never over the rim', () => {
    const { within, reaches } = looksAt([at(0, 49)]);
    expect(nearestWithin(within, { centre, radiusKm: 50 }, 4)).toEqual([at(0, 49)]);
    expect(reaches).toEqual([2, 6, 18, 50]);
  });

  it('looks once at an area that the first ring covers just so', () => {
    const { within, reaches } = looksAt([]);
    expect(nearestWithin(within, { centre, radiusKm: 2 }, 4)).toEqual([]);
    expect(reaches).toEqual([2]);
  });
});

describe('nearestFirst', () => {
  it('puts what is as far away in the order of rows, at the last place too', () => {
    const ties = [at(9, 7), at(3, 7), at(5, 1), at(4, 7), at(1, 8)];
    expect(nearestFirst(ties, 3)).toEqual([at(5, 1), at(3, 7), at(4, 7)]);
  });

  it('gives all where there are fewer, and none where none are asked for', () => {
    expect(nearestFirst([at(1, 2), at(0, 1)], 9)).toEqual([at(0, 1), at(1, 2)]);
    expect(nearestFirst([at(1, 2), at(0, 1)], 0)).toEqual([]);
    expect(nearestFirst([at(1, 2), at(0, 1)], -1)).toEqual([]);
  });
});
