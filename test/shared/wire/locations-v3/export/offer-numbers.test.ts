import { expect, it } from 'vitest';
import { offerNumbers } from '../../../../../shared/wire/locations-v3/export/offer-numbers.ts';

it('gives equal offers one number, and others another', () => {
  const numberOf = offerNumbers();
  const [one, other] = [numberOf('[1,2]'), numberOf('[1,3]')];
  expect(one).not.toBe(other);
  expect(numberOf(`[1,${2}]`)).toBe(one);
  expect(numberOf('[1,3]')).toBe(other);
});

it('never gives the number of an offer that was forgotten to another', () => {
  const numberOf = offerNumbers();
  const long = 'x'.repeat(1_000_000);
  const given = Array.from({ length: 20 }, (_, place) => numberOf(`${place}${long}`));
  expect(new Set(given).size).toBe(given.length);
  expect(given).not.toContain(numberOf(`0${long}`));
});
