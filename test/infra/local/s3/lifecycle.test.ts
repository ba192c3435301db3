import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { lifecycleRulesOf, UnsupportedLifecycle } from '../../../../infra/local/s3/lifecycle.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';
import { bucket, filesOf, startStoreUnderTest } from './store-under-test.ts';

const { data } = synthesiseStage(stages.local);
const rulesOf = (...Rules: unknown[]) => lifecycleRulesOf({ LifecycleConfiguration: { Rules } });

describe('The lifecycle of a bucket', () => {
  it('is read from its properties in a template', () => {
    const rules = rulesOf(
      { Id: 'old', Status: 'Enabled', Prefix: 'versions/', ExpirationInDays: '7' },
      { Status: 'Enabled', ExpirationInDays: 90, NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
      { Status: 'Disabled', ExpirationInDays: 1 },
    );
    expect(rules).toEqual([
      { prefix: 'versions/', expirationDays: 7 },
      { prefix: '', expirationDays: 90 },
    ]);
    expect(lifecycleRulesOf({ BucketEncryption: {} })).toEqual([]);
  });

  it('ignores noncurrent versions, delete markers and multipart uploads, as there are none here', () => {
    const formerVersions = {
      NoncurrentVersionExpiration: { NoncurrentDays: '7' },
      ExpiredObjectDeleteMarker: true,
    };
    const uploads = { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } };
    expect(rulesOf({ Status: 'Enabled', ...formerVersions }, { Status: 'Enabled', ...uploads })).toEqual([]);
  });

  it.each([
    ['what is published', /^Published/, []],
    ['what is imported', /^Imports/, [{ prefix: '', expirationDays: 90 }]],
  ])('is the one that the app declares for %s', (_, logicalId, rules) => {
    const [found] = [...resourcesOfType(data, 'AWS::S3::Bucket')].filter(([id]) => logicalId.test(id));
    expect(lifecycleRulesOf(found?.[1].Properties ?? {})).toEqual(rules);
  });

  it.each([
    ['Transitions', { Transitions: [] }],
    ['ExpirationDate', { ExpirationDate: '2026-01-01T00:00:00Z' }],
    ['ExpirationInDays', { ExpirationInDays: 0 }],
    ['Status', { Status: 'Off' }],
    ['TagFilters', { TagFilters: [{ Key: 'publication', Value: 'obsolete' }] }],
  ])('is rejected with its name if it has no meaning here: %s', (name, properties) => {
    const declare = () => rulesOf({ Status: 'Enabled', ...properties });
    expect(declare).toThrow(UnsupportedLifecycle);
    expect(declare).toThrow(name);
  });
});

describe('Expiry', () => {
  const writtenAt = new Date().toISOString();
  const midnightAfter = (days: number) =>
    Date.parse(`${writtenAt.slice(0, 10)}T00:00:00Z`) + days * 86_400_000;

  /** Starts a store with a rule for a prefix, and some objects in it. */
  const storeWith = async (prefix: string, keys: readonly string[]) => {
    const store = await startStoreUnderTest({ now: () => Date.parse(writtenAt) });
    store.createBucket(bucket, { lifecycleRules: [{ prefix, expirationDays: 2 }] });
    const put = (Key: string, Body = Key) =>
      store.client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    for (const key of keys) await put(key);
    const keysNow = async () => {
      const { Contents = [] } = await store.client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key }) => Key);
    };
    return { ...store, put, keysNow };
  };

  it('comes at the first midnight, UTC, after the days since the object was written', async () => {
    await using store = await storeWith('versions/', ['elsewhere', 'versions/1']);
    expect(await store.removeExpired(midnightAfter(3) - 1)).toEqual([]);
    expect(await store.keysNow()).toEqual(['elsewhere', 'versions/1']);
    expect(await store.removeExpired(midnightAfter(3))).toEqual(['versions/1']);
    expect(await store.keysNow()).toEqual(['elsewhere']);
    expect(await filesOf(store.directory)).toHaveLength(1);
    expect(store.log).toContain('lifecycle: "versions/1" has expired');
  });

  it('spares what is written meanwhile', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `versions/${index}`);
    await using store = await storeWith('', keys);
    const rewritten = keys.filter((_, index) => index % 2 === 0);
    const [expired] = await Promise.all([
      store.removeExpired(midnightAfter(3)),
      ...rewritten.map((key) => store.put(key, 'newer')),
    ]);
    expect(expired).toEqual(expect.arrayContaining(keys.filter((key) => !rewritten.includes(key))));
    expect(await store.keysNow()).toEqual(rewritten.toSorted());
    for (const Key of rewritten) {
      const { Body } = await store.client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      expect(await Body?.transformToString()).toBe('newer');
    }
    expect(await filesOf(store.directory)).toHaveLength(rewritten.length);
  });
});
