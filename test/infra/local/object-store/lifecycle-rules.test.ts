import { describe, expect, it } from 'vitest';
import {
  lifecycleRulesOf,
  UnsupportedLifecycle,
} from '../../../../infra/local/object-store/lifecycle/lifecycle-rules.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.local);
const rulesOf = (...Rules: unknown[]) => lifecycleRulesOf({ LifecycleConfiguration: { Rules } });

describe('The lifecycle of a bucket', () => {
  it('is read from its properties in a template', () => {
    expect(
      rulesOf(
        {
          Id: 'obsolete',
          Status: 'Enabled',
          Prefix: 'versions/',
          TagFilters: [{ Key: 'publication', Value: 'obsolete' }],
          ExpirationInDays: 7,
          NoncurrentVersionExpirationInDays: 1,
        },
        { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: '1' } },
        {
          Status: 'Enabled',
          ExpirationInDays: 90,
          NoncurrentVersionExpiration: { NoncurrentDays: 7, NewerNoncurrentVersions: 2 },
        },
      ),
    ).toEqual([
      {
        prefix: 'versions/',
        tags: [{ key: 'publication', value: 'obsolete' }],
        expirationDays: 7,
      },
      { prefix: '', tags: [], abortUploadDays: 1 },
      { prefix: '', tags: [], expirationDays: 90 },
    ]);
  });

  it('has no rules about former versions and about markers of what was deleted: there are none here', () => {
    const formerVersions = {
      NoncurrentVersionExpiration: { NoncurrentDays: '7' },
      ExpiredObjectDeleteMarker: true,
    };
    expect(rulesOf({ Status: 'Enabled', ...formerVersions })).toEqual([]);
  });

  it.each([
    ['what it publishes', /^Published/, []],
    ['what is to be imported', /^Imports/, [{ prefix: '', tags: [], expirationDays: 90 }]],
  ])('is the one that the app declares for %s', (_, logicalId, expirations) => {
    const [bucket] = [...resourcesOfType(data, 'AWS::S3::Bucket')].filter(([id]) => logicalId.test(id));
    expect(lifecycleRulesOf(bucket?.[1].Properties ?? {})).toEqual([
      ...expirations,
      { prefix: '', tags: [], abortUploadDays: 1 },
    ]);
  });

  it('is empty without a configuration, and without the rules that are disabled', () => {
    expect(lifecycleRulesOf({ BucketEncryption: {} })).toEqual([]);
    expect(rulesOf({ Status: 'Disabled', ExpirationInDays: 1 })).toEqual([]);
  });

  it.each([
    ['Transitions', { Transitions: [] }],
    ['ExpirationDate', { ExpirationDate: '2026-01-01T00:00:00Z' }],
    ['ObjectSizeLessThan', { ObjectSizeLessThan: '5' }],
    ['ExpirationInDays', { ExpirationInDays: 0 }],
    ['Status', { Status: 'Off' }],
    ['TagFilters', { TagFilters: [{ Key: 'publication' }] }],
    ['NoncurrentDays', { NoncurrentVersionExpiration: { NoncurrentDays: 0 } }],
    ['NoncurrentVersionTransitions', { NoncurrentVersionTransitions: [] }],
    ['ExpiredObjectDeleteMarker', { ExpirationInDays: 1, ExpiredObjectDeleteMarker: true }],
    [
      'ExpiredObjectDeleteMarker',
      { TagFilters: [{ Key: 'a', Value: 'b' }], ExpiredObjectDeleteMarker: true },
    ],
    [
      'AbortIncompleteMultipartUpload',
      { TagFilters: [{ Key: 'a', Value: 'b' }], AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
    ],
  ])('is refused by name where it has no meaning here: %s', (name, properties) => {
    const declare = () => rulesOf({ Status: 'Enabled', ...properties });
    expect(declare).toThrow(UnsupportedLifecycle);
    expect(declare).toThrow(name);
  });
});
