import { expect, it } from 'vitest';
import { methodThrottle } from '../../../../infra/local/gateway/method-throttle.ts';
import { Refusal } from '../../../../infra/local/gateway/refusal.ts';

const list = { httpMethod: 'GET', path: '/list' };

it('a method has its burst, then its rate, whoever asks; others nothing of it (H01)', () => {
  let time = 0;
  const admit = methodThrottle({ ratePerSecond: 1, burst: 2 }, () => time);
  const outcome = (method = list) => {
    try {
      admit(method);
      return 'admitted';
    } catch (error) {
      return error instanceof Refusal ? error.type : error;
    }
  };

  expect([outcome(), outcome(), outcome()]).toEqual(['admitted', 'admitted', 'THROTTLED']);
  expect(outcome({ ...list, httpMethod: 'ANY' })).toBe('admitted');
  expect(outcome({ ...list, path: '/other' })).toBe('admitted');
  time += 1_000;
  expect([outcome(), outcome()]).toEqual(['admitted', 'THROTTLED']);
});

it('a stage without a throttle bounds no method', () => {
  const admit = methodThrottle(undefined, () => 0);
  for (let count = 0; count < 10_000; count += 1) admit(list);
});
