import { expect, it } from 'vitest';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

const writtenAt = Date.now();
const midnightAfter = (days: number) => Math.floor(writtenAt / 86_400_000 + days) * 86_400_000;

it('removes objects at the first midnight UTC after they reach their age', async () => {
  await using store = await startStoreUnderTest({ now: () => writtenAt });
  const { put, keys } = store;
  store.createBucket('kept');
  store.createBucket(bucket, { expirationDays: 2 });
  await put('kept', 'x', { Bucket: 'kept' });
  await put('old');
  expect(await store.removeExpired(midnightAfter(3) - 1)).toEqual([]);
  expect(await keys()).toEqual(['old']);
  expect(await store.removeExpired(midnightAfter(3))).toEqual(['old']);
  expect(await keys()).toEqual([]);
  expect(await keys({ Bucket: 'kept' })).toEqual(['kept']);
  expect(await filesOf(store.directory)).toHaveLength(1);
  expect(store.log).toContain('lifecycle: "old" has expired');
});

it('keeps objects that are rewritten at the moment of their expiry', async () => {
  await using store = await startStoreUnderTest({ now: () => writtenAt });
  store.createBucket(bucket, { expirationDays: 2 });
  const many = Array.from({ length: 20 }, (_, index) => `many/${index}`);
  for (const key of many) await store.put(key);
  await Promise.all([store.removeExpired(midnightAfter(3)), ...many.map((key) => store.put(key, 'newer'))]);
  for (const key of many) expect(await store.textOf(key)).toBe('newer');
});
