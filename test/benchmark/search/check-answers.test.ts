import { describe, expect, it } from 'vitest';
import { isAsNear, isSame } from './check-answers.ts';

const distancesKm = Float64Array.of(1, 1, 2, 3);

describe('an answer held against that of brute force', () => {
  it('is the same only with the same places in the same order', () => {
    const same = (answer: number[]) => isSame({ expected: [0, 1, 2], answer, distancesKm });
    expect(
      [
        [0, 1, 2],
        [1, 0, 2],
        [0, 1],
        [0, 1, 2, 3],
      ].map(same),
    ).toEqual([true, false, false, false]);
  });

  it('is as near with other places of the same distances', () => {
    const asNear = (answer: number[]) => isAsNear({ expected: [0, 1, 2], answer, distancesKm });
    expect(
      [
        [0, 1, 2],
        [1, 0, 2],
        [0, 2, 1],
        [0, 1],
        [0, 1, 9],
      ].map(asNear),
    ).toEqual([true, true, false, false, false]);
  });

  it('is read through the places at positions', () => {
    const placeAt = [3, 2, 1, 0];
    expect(isSame({ expected: [0, 1], answer: [3, 2], placeAt, distancesKm })).toBe(true);
    expect(isSame({ expected: [0, 1], answer: [0, 1], placeAt, distancesKm })).toBe(false);
  });

  it('is the same number, where a number was asked for', () => {
    expect(isSame({ expected: 3, answer: 3, distancesKm })).toBe(true);
    expect(isAsNear({ expected: 3, answer: 4, distancesKm })).toBe(false);
  });
});
