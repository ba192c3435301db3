import { expect, it } from 'vitest';
import { holdByYardstick } from './yardstick.ts';

const promise = {
  part: 'handler',
  what: 'an answer',
  against: 'nothing',
  promised: 5,
  bound: 'at most',
} as const;
const yardstick = { name: 'a request', unit: 'µs', there: 20, here: 40 };

it('allows a machine of half the speed twice the time, and no more', () => {
  const held = (measured: number) => holdByYardstick(promise, measured, yardstick);
  expect(held(10)).toMatchObject({ measured: 0.25, promised: 0.25, met: true });
  expect(held(10.1).met).toBe(false);
});

it('says which yardstick it is, and what it took where the figure was promised', () => {
  expect(holdByYardstick(promise, 10, yardstick)).toMatchObject({
    what: 'an answer, by the yardstick',
    against: 'a request: 20 µs on the first machine',
    unit: '× the yardstick',
  });
});

it('is missed where the yardstick could not be measured', () => {
  expect(holdByYardstick(promise, 10, { ...yardstick, here: Number.NaN }).met).toBe(false);
});
