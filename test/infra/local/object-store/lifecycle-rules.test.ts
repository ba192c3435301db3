import { describe, expect, it } from 'vitest';
import {
  lifecycleRulesOf,
  UnsupportedLifecycle,
} from '../../../../infra/local/object-store/lifecycle/lifecycle-rules.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/synthesised-stage.ts';

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
      ),
    ).toEqual([
      {
        prefix: 'versions/',
        tags: [{ key: 'publication', value: 'obsolete' }],
        expirationDays: 7,
      },
      { prefix: '', tags: [], abortUploadDays: 1 },
    ]);
  });

  it('is the one that the app declares for what it publishes', () => {
    const [published] = resourcesOfType(data, 'AWS::S3::Bucket').values();
    expect(lifecycleRulesOf(published?.Properties ?? {})).toEqual([
      {
        prefix: '',
        tags: [{ key: 'publication', value: 'obsolete' }],
        expirationDays: 1,
      },
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
