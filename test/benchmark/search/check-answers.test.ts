import { describe, expect, it } from 'vitest';
import { isAsNear, isSame } from './check-answers.ts';

const distancesKm = Float64Array.of(1, 1, 2, 3);
const expected = [0, 1, 2];

describe('a result compared with brute force', () => {
  it.each([
    { answer: [0, 1, 2], same: true, asNear: true },
    { answer: [1, 0, 2], same: false, asNear: true },
    { answer: [0, 2, 1], same: false, asNear: false },
    { answer: [0, 1], same: false, asNear: false },
    { answer: [0, 1, 9], same: false, asNear: false },
    { answer: [0, 1, 2, 3], same: false, asNear: false },
  ])('$answer: same is $same, as near is $asNear', ({ answer, same, asNear }) => {
    expect(isSame({ expected, answer, distancesKm })).toBe(same);
    expect(isAsNear({ expected, answer, distancesKm })).toBe(asNear);
  });

  it('may contain index positions, which are mapped to places', () => {
    const placeAt = [3, 2, 1, 0];
    expect(isSame({ expected: [0, 1], answer: [3, 2], placeAt, distancesKm })).toBe(true);
    expect(isSame({ expected: [0, 1], answer: [0, 1], placeAt, distancesKm })).toBe(false);
  });

  it('may be a number, which must be equal', () => {
    expect(isSame({ expected: 3, answer: 3, distancesKm })).toBe(true);
    expect(isAsNear({ expected: 3, answer: 4, distancesKm })).toBe(false);
  });
});
