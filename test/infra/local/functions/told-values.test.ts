import { expect, it } from 'vitest';
import { toldValues } from '../../../../infra/local/functions/told-values.ts';

/** What was told so far, as whoever is told keeps it. */
const telling = () => {
  const kept: object[] = [];
  let times = 0;
  const numberOf = toldValues<object>((number, value) => {
    kept[number] = value;
    times++;
  });
  return { kept, numberOf, times: () => times };
};

it('a value is told before it is named, and once while few others come', () => {
  const { kept, numberOf, times } = telling();
  const values = Array.from({ length: 500 }, (_, value) => ({ value }));
  for (const value of [...values, ...values]) expect(kept[numberOf(value)]).toBe(value);
  expect(times()).toBe(500);
});

it('however many come, each is named as it was told last, and only some hundreds are kept', () => {
  const { kept, numberOf } = telling();
  const values = Array.from({ length: 2_000 }, (_, value) => ({ value }));
  for (const value of [...values, ...values.toReversed()]) expect(kept[numberOf(value)]).toBe(value);
  expect(kept).toHaveLength(500);
});

it('values that only look the same are told each', () => {
  const { numberOf, times } = telling();
  expect(numberOf({ a: 1 })).not.toBe(numberOf({ a: 1 }));
  expect(times()).toBe(2);
});
