import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growingNumbers } from '../../../../../shared/domain/location/catalogue/growing-numbers.ts';

const filled = (numbers: readonly number[]) => {
  const growing = growingNumbers();
  for (const number of numbers) growing.push(number);
  return growing;
};

describe('growing numbers', () => {
  it('are those that were pushed, whatever their size and however many', async () => {
    const number = fc.oneof(
      fc.nat(0xff),
      fc.nat(0xffff),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      fc.constantFrom(0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff),
    );
    await fc.assert(
      fc.property(fc.array(number, { maxLength: 5_000, size: 'max' }), (numbers) => {
        const growing = filled(numbers);
        expect(growing.length).toBe(numbers.length);
        expect([...growing.numbers()]).toEqual(numbers);
        expect(numbers.map((_number, position) => growing.at(position))).toEqual(numbers);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    [0xff, 1],
    [0x100, 2],
    [0xffff, 2],
    [0x1_0000, 4],
  ])('up to %i take %i bytes each', (largest, bytes) => {
    expect(filled([0, largest]).numbers().BYTES_PER_ELEMENT).toBe(bytes);
  });
});
