import { afterAll, describe, expect, it } from 'vitest';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

describe('Expiry', async () => {
  const writtenAt = Date.now();
  const midnightAfter = (days: number) => Math.floor(writtenAt / 86_400_000 + days) * 86_400_000;
  const store = await startStoreUnderTest({ now: () => writtenAt });
  afterAll(() => store[Symbol.asyncDispose]());
  const { put, keys, textOf } = store;

  it('removes objects at the first midnight UTC after they reach their age', async () => {
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

  it('keeps objects that were rewritten before they expired', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `many/${index}`);
    for (const key of many) await put(key);
    const rewritten = many.filter((_, index) => index % 2 === 0);
    await Promise.all([store.removeExpired(midnightAfter(3)), ...rewritten.map((key) => put(key, 'newer'))]);
    expect(await keys()).toEqual(rewritten.toSorted());
    for (const key of rewritten) expect(await textOf(key)).toBe('newer');
    expect(await filesOf(store.directory)).toHaveLength(1 + rewritten.length);
  });
});
