import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NumberedValues } from '../../../../infra/local/functions/numbered-values.ts';

it('keeps what a map would keep, under numbers no larger than were in use at a time', () => {
  const change = fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 }));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const values = new NumberedValues<object>();
      const model = new Map<number, object>();
      let most = 0;
      for (const each of changes) {
        if (each === 'add') {
          const value = {};
          const number = values.add(value);
          expect(model.has(number)).toBe(false);
          model.set(number, value);
          most = Math.max(most, model.size);
          expect(number).toBeLessThan(most);
        } else {
          values.delete(each);
          model.delete(each);
        }
        expect(values.size).toBe(model.size);
      }
      const found = new Map<number, object>();
      values.forEach((value, number) => void found.set(number, value));
      expect(
        [...found].every(([number, value]) => model.get(number) === value && values.get(number) === value),
      ).toBe(true);
      expect(found.size).toBe(model.size);
    }),
  );
});
