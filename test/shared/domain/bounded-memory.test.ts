import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedMemory } from '../../../shared/domain/bounded-memory.ts';

describe('a bounded memory', () => {
  it('holds the last values that were added, as many as are not too heavy together', async () => {
    const weights = fc.array(fc.nat({ max: 30 }), { maxLength: 200 });
    await fc.assert(
      fc.property(fc.nat({ max: 100 }), weights, (mostWeight, added) => {
        const memory = boundedMemory<number, string>(mostWeight);
        for (const [key, weight] of added.entries()) {
          memory.add(key, `value ${key}`, weight);
          const held = added.slice(0, key + 1).map((_, earlier) => memory.get(earlier));
          const first = held.findIndex((value) => value !== undefined);
          const from = first < 0 ? held.length : first;
          const weightFrom = (start: number) =>
            added.slice(start, key + 1).reduce((sum, each) => sum + each, 0);

          expect(held.slice(from)).toEqual(held.slice(from).map((_, index) => `value ${from + index}`));
          expect(weightFrom(from)).toBeLessThanOrEqual(mostWeight);
          if (from > 0) expect(weightFrom(from - 1)).toBeGreaterThan(mostWeight - 30);
        }
      }),
    );
  });

  it('gives back what was forgotten once it is added again', () => {
    const memory = boundedMemory<number, string>(1);
    memory.add(1, 'one', 1);
    memory.add(2, 'two', 1);
    expect([memory.get(1), memory.get(2)]).toEqual([undefined, 'two']);
    memory.add(1, 'one', 1);
    expect([memory.get(1), memory.get(2)]).toEqual(['one', undefined]);
  });

  it('counts what is added again once, and as the last that came', () => {
    const memory = boundedMemory<string, number>(15);
    for (const value of [1, 2, 3]) memory.add('again', value, 5);
    memory.add('other', 4, 10);
    expect([memory.get('again'), memory.get('other')]).toEqual([3, 4]);
    memory.add('again', 5, 5);
    memory.add('last', 6, 5);
    expect([memory.get('again'), memory.get('other'), memory.get('last')]).toEqual([5, undefined, 6]);
  });
});
