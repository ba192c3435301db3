import { expect, it } from 'vitest';
import { Refusal } from '../../../../infra/local/gateway/refusal.ts';
import { usageThrottle } from '../../../../infra/local/gateway/usage-throttle.ts';

const plans = [
  { name: 'waypost-local-standard', ratePerSecond: 2, burst: 4 },
  { name: 'waypost-local-unlimited' },
];
const setUp = () => {
  let time = 0;
  const throttle = usageThrottle(
    plans,
    (key) => key.split('.')[0],
    () => time,
  );
  const outcome = (key: string | undefined) => {
    try {
      throttle.admit(key);
      return 'admitted';
    } catch (error) {
      return error instanceof Refusal ? error.type : error;
    }
  };
  const passes = (seconds: number) => {
    time += seconds * 1000;
  };
  return { throttle, outcome, passes };
};

it('a client has its burst, then its rate (H01)', () => {
  const { outcome, passes } = setUp();
  const take = (count: number) => Array.from({ length: count }, () => outcome('standard.one'));
  expect(take(5)).toEqual(['admitted', 'admitted', 'admitted', 'admitted', 'THROTTLED']);
  passes(1);
  expect(take(3)).toEqual(['admitted', 'admitted', 'THROTTLED']);
  passes(3600);
  expect(take(5).filter((one) => one === 'admitted')).toHaveLength(4);
});

it('clients do not spend each other’s tokens (H01)', () => {
  const { outcome } = setUp();
  for (let index = 0; index < 5; index += 1) outcome('standard.one');
  expect(outcome('standard.one')).toBe('THROTTLED');
  expect(outcome('standard.two')).toBe('admitted');
});

it('a plan without figures has no limit and keeps no bucket', () => {
  const { throttle, outcome } = setUp();
  for (let index = 0; index < 1_000; index += 1) expect(outcome('unlimited.one')).toBe('admitted');
  expect(throttle.clientsInMemory()).toBe(0);
});

it('a missing identifier, or one of no plan, is an invalid key (H04)', () => {
  const { outcome } = setUp();
  expect(outcome(undefined)).toBe('INVALID_API_KEY');
  expect(outcome('gold.one')).toBe('INVALID_API_KEY');
  expect(outcome('dard.one')).toBe('INVALID_API_KEY');
});

it('buckets of idle clients are dropped (H03)', () => {
  const { throttle, outcome, passes } = setUp();
  for (let client = 0; client < 500; client += 1) outcome(`standard.${client}`);
  expect(throttle.clientsInMemory()).toBe(500);
  passes(61);
  outcome('standard.next');
  expect(throttle.clientsInMemory()).toBe(1);
});

it('H03: the 10,001st client is counted for itself as well', () => {
  const { throttle, outcome } = setUp();
  for (let client = 0; client < 10_000; client += 1) outcome(`standard.${client}`);
  const last = Array.from({ length: 5 }, () => outcome('standard.10000'));
  expect(last).toEqual(['admitted', 'admitted', 'admitted', 'admitted', 'THROTTLED']);
  expect(throttle.clientsInMemory()).toBe(10_001);
});
