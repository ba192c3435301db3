import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allBut,
  allOf,
  anyOf,
  type PositionSet,
  positionSet,
  positionsNumbered,
  unorderedPositionSet,
} from '../../../shared/spatial/index.ts';

const universe = 1000;
const everyPosition = [...Array(universe).keys()];
const someOf = (minLength: number, maxLength: number) =>
  fc.uniqueArray(fc.nat({ max: universe - 1 }), { minLength, maxLength, size: 'max' });
const members = fc
  .oneof(someOf(0, 40), someOf(100, 900), fc.constantFrom([], [universe - 1], everyPosition))
  .map((positions) => Uint32Array.from(positions).sort());
const several = fc.array(members, { minLength: 1, maxLength: 4 });

const setOf = (positions: Uint32Array) => positionSet(positions, universe);

const expectSet = (set: PositionSet, expected: readonly number[]) => {
  expect(set.size).toBe(expected.length);
  expect([...set.positions()]).toEqual(expected);
  expect(everyPosition.filter((position) => set.has(position))).toEqual(expected);
  const bits = set.bits();
  const isSet = (position: number) => (((bits[position >> 5] ?? 0) >>> (position & 31)) & 1) === 1;
  expect(everyPosition.filter(isSet)).toEqual(expected);
};

describe('a set of positions', () => {
  it('has the positions that it was created from, whether sparse or dense', async () => {
    await fc.assert(
      fc.property(members, (positions) => {
        expectSet(setOf(positions), [...positions]);
        const repeated = Uint32Array.from([...positions, ...positions].reverse());
        expectSet(unorderedPositionSet(repeated, universe), [...positions]);
        const numbers = Uint8Array.from(everyPosition, (position) => (positions.includes(position) ? 2 : 1));
        expectSet(positionsNumbered(numbers, Uint8Array.of(0, 0, 1)), [...positions]);
      }),
    );
  });

  it('can be combined with other sets, which do not change', async () => {
    await fc.assert(
      fc.property(members, several, (first, lists) => {
        const [set, ...others] = [setOf(first), ...lists.map(setOf)] as const;
        const isIn = (position: number) => (list: Uint32Array) => list.includes(position);
        expectSet(
          anyOf(others, universe),
          everyPosition.filter((position) => lists.some(isIn(position))),
        );
        expectSet(
          allOf([set, ...others], universe),
          [...first].filter((position) => lists.every(isIn(position))),
        );
        expectSet(
          allBut(set, anyOf(others, universe), universe),
          [...first].filter((position) => !lists.some(isIn(position))),
        );
        for (const [index, list] of lists.entries())
          expect([...(others[index]?.positions() ?? [])]).toEqual([...list]);
      }),
    );
  });
});
