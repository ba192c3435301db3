import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, anyOf, positionSet } from '../../../shared/spatial/index.ts';

const universe = 1000;
const members = fc
  .oneof(
    fc.uniqueArray(fc.integer({ min: 0, max: universe - 1 }), { maxLength: 40 }),
    fc.uniqueArray(fc.integer({ min: 0, max: universe - 1 }), {
      minLength: 100,
      maxLength: 900,
      size: 'max',
    }),
    fc.constantFrom([], [universe - 1], [...Array(universe).keys()]),
  )
  .map((positions) => Uint32Array.from(positions).sort());
const several = fc.array(members, { minLength: 1, maxLength: 4 });

const setOf = (positions: Uint32Array) => positionSet(positions, universe);
const everyPosition = [...Array(universe).keys()];

describe('a set of positions', () => {
  it('has the positions it was created from, whether sparse or dense', async () => {
    await fc.assert(
      fc.property(members, (positions) => {
        const set = setOf(positions);
        expect(set.size).toBe(positions.length);
        expect([...set.positions()]).toEqual([...positions]);
        expect(everyPosition.filter((position) => set.has(position))).toEqual([...positions]);
        const bits = set.bits();
        const isSet = (position: number) => (((bits[position >> 5] ?? 0) >>> (position & 31)) & 1) === 1;
        expect(everyPosition.filter(isSet)).toEqual([...positions]);
      }),
    );
  });

  it('can be united with another set', async () => {
    await fc.assert(
      fc.property(fc.array(members, { maxLength: 4 }), (lists) => {
        const united = anyOf(lists.map(setOf), universe);
        const expected = everyPosition.filter((position) => lists.some((list) => list.includes(position)));
        expect([...united.positions()]).toEqual(expected);
        expect(united.size).toBe(expected.length);
      }),
    );
  });

  it('can be intersected with another set', async () => {
    await fc.assert(
      fc.property(members, several, (first, lists) => {
        const common = allOf([setOf(first), ...lists.map(setOf)], universe);
        const expected = [...first].filter((position) => lists.every((list) => list.includes(position)));
        expect([...common.positions()]).toEqual(expected);
        expect(common.size).toBe(expected.length);
      }),
    );
  });

  it('does not change the sets it is created from', async () => {
    await fc.assert(
      fc.property(several, (lists) => {
        const sets = lists.map(setOf);
        const before = sets.map((set) => [...set.positions()]);
        const [first = setOf(new Uint32Array()), ...others] = sets;
        anyOf(sets, universe);
        allOf([first, ...others], universe);
        expect(sets.map((set) => [...set.positions()])).toEqual(before);
      }),
    );
  });
});
