import { afterAll, describe, expect, it } from 'vitest';
import { lifecycleRules } from '../../../../infra/local/s3/lifecycle.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

describe('Lifecycle rules', () => {
  it('are read if they are enabled and expire current objects', () => {
    const rules = lifecycleRules.parse([
      { Id: 'old', Status: 'Enabled', Prefix: 'versions/', ExpirationInDays: '7' },
      { Status: 'Enabled', ExpirationInDays: 90, NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
      { Status: 'Disabled', ExpirationInDays: 1 },
      { Status: 'Enabled', ExpiredObjectDeleteMarker: true },
      { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ]);
    expect(rules).toEqual([
      { prefix: 'versions/', expirationDays: 7 },
      { prefix: '', expirationDays: 90 },
    ]);
  });

  it.each([
    ['Transitions', { Transitions: [] }],
    ['ExpirationDate', { ExpirationDate: '2026-01-01T00:00:00Z' }],
    ['ExpirationInDays', { ExpirationInDays: 0 }],
    ['Status', { Status: 'Off' }],
    ['TagFilters', { TagFilters: [{ Key: 'publication', Value: 'obsolete' }] }],
  ])('are rejected if their %s is unsupported', (name, properties) => {
    expect(() => lifecycleRules.parse([{ Status: 'Enabled', ...properties }])).toThrow(name);
  });
});

describe('Expiry', async () => {
  const writtenAt = Date.now();
  const midnightAfter = (days: number) => Math.floor(writtenAt / 86_400_000 + days) * 86_400_000;
  const store = await startStoreUnderTest({ now: () => writtenAt });
  afterAll(() => store[Symbol.asyncDispose]());
  const { put, keys, textOf } = store;

  it('removes objects at the first midnight UTC after they reach their age', async () => {
    store.createBucket(bucket, { lifecycleRules: [{ prefix: 'versions/', expirationDays: 2 }] });
    for (const key of ['elsewhere', 'versions/1']) await put(key);
    expect(await store.removeExpired(midnightAfter(3) - 1)).toEqual([]);
    expect(await keys()).toEqual(['elsewhere', 'versions/1']);
    expect(await store.removeExpired(midnightAfter(3))).toEqual(['versions/1']);
    expect(await keys()).toEqual(['elsewhere']);
    expect(await filesOf(store.directory)).toHaveLength(1);
    expect(store.log).toContain('lifecycle: "versions/1" has expired');
  });

  it('keeps objects that are rewritten meanwhile', async () => {
    store.createBucket(bucket, { lifecycleRules: [{ prefix: 'many/', expirationDays: 2 }] });
    const many = Array.from({ length: 20 }, (_, index) => `many/${index}`);
    for (const key of many) await put(key);
    const rewritten = many.filter((_, index) => index % 2 === 0);
    await Promise.all([store.removeExpired(midnightAfter(3)), ...rewritten.map((key) => put(key, 'newer'))]);
    expect(await keys({ Prefix: 'many/' })).toEqual(rewritten.toSorted());
    for (const key of rewritten) expect(await textOf(key)).toBe('newer');
    expect(await filesOf(store.directory)).toHaveLength(1 + rewritten.length);
  });
});
