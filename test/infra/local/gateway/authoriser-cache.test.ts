import { expect, it } from 'vitest';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser-cache.ts';

const setUp = () => {
  let time = 0;
  let made = 0;
  const cache = authoriserCache<string>(
    (value) => value !== 'not kept',
    () => time,
  );
  return {
    cache,
    made: () => made,
    passes: (seconds: number) => {
      time += seconds * 1000;
    },
    make:
      (value = 'kept') =>
      async () => {
        made += 1;
        return value;
      },
  };
};

it('a value is made once within its time and again after it', async () => {
  const { cache, made, make, passes } = setUp();
  await cache.get('key', 60, make());
  passes(59.9);
  await cache.get('key', 60, make());
  expect(made()).toBe(1);
  passes(0.1);
  await cache.get('key', 60, make());
  expect(made()).toBe(2);
});

it('concurrent misses of one key share what is made', async () => {
  const { cache, made, make } = setUp();
  await Promise.all(Array.from({ length: 50 }, () => cache.get('key', 60, make())));
  expect(made()).toBe(1);
});

it('a value that is not to be kept is made again', async () => {
  const { cache, made, make } = setUp();
  await cache.get('key', 60, make('not kept'));
  await cache.get('key', 60, make('not kept'));
  expect(made()).toBe(2);
});

it('zero seconds turn the cache off', async () => {
  const { cache, made, make } = setUp();
  await Promise.all([cache.get('key', 0, make()), cache.get('key', 0, make())]);
  expect(made()).toBe(2);
});

it('after a flush nothing older answers, not even what was being made (A14)', async () => {
  const { cache, made, make } = setUp();
  let finish = (_: string): void => {};
  const running = cache.get('key', 60, () => new Promise((resolve) => (finish = resolve)));
  cache.flush();
  const after = cache.get('key', 60, make('new'));
  finish('old');
  expect(await running).toBe('old');
  expect(await after).toBe('new');
  expect(await cache.get('key', 60, make())).toBe('new');
  expect(made()).toBe(1);
});

it('a flood of different keys does not grow the cache without bound (A22)', async () => {
  const { cache, made, make } = setUp();
  for (let key = 0; key <= 10_000; key += 1) await cache.get(`key ${key}`, 60, make());
  await cache.get('key 10000', 60, make());
  expect(made()).toBe(10_001);
  await cache.get('key 0', 60, make());
  expect(made()).toBe(10_002);
});
