import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { obsoleteTag } from '../../../shared/data-access/publishing/obsolete-versions.ts';
import { resourcesOfType, synthesiseStage } from '../../support/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);
const tables = [...resourcesOfType(data, 'AWS::DynamoDB::Table').values()];

describe('the tables', () => {
  it('have the keys that the stores agree on', () => {
    expect(tables.map(({ Properties }) => Properties.KeySchema)).toEqual([
      [{ AttributeName: 'locationCode', KeyType: 'HASH' }],
      [{ AttributeName: 'serviceCode', KeyType: 'HASH' }],
      [
        { AttributeName: 'kind', KeyType: 'HASH' },
        { AttributeName: 'code', KeyType: 'RANGE' },
      ],
      [{ AttributeName: 'id', KeyType: 'HASH' }],
      [{ AttributeName: 'keyId', KeyType: 'HASH' }],
    ]);
    expect(tables[1]?.Properties.AttributeDefinitions).toEqual([
      { AttributeName: 'serviceCode', AttributeType: 'N' },
    ]);
    expect(tables[3]?.Properties.TimeToLiveSpecification).toEqual({
      AttributeName: 'expiresAt',
      Enabled: true,
    });
  });

  it('are billed by use, encrypted and can be restored to any moment', () => {
    for (const { Properties } of tables) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
  });

  it('tell of changes where a catalogue is made of them, by their keys alone', () => {
    expect(tables.map(({ Properties }) => Properties.StreamSpecification)).toEqual([
      { StreamViewType: 'KEYS_ONLY' },
      { StreamViewType: 'KEYS_ONLY' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are never made anew by a deployment: their names in the template stay what they were', () => {
    expect([...resourcesOfType(data, 'AWS::DynamoDB::Table').keys()]).toEqual([
      'TablesLocations5A5220FD',
      'TablesCapabilities9E538469',
      'TablesBillers0D47F628',
      'TablesEnquiriesC0D1E215',
      'TablesApiKeys330F873D',
    ]);
  });

  it('outlive the stack in production, and do not in development', () => {
    const inDevelopment = resourcesOfType(synthesiseStage(stages.dev).data, 'AWS::DynamoDB::Table');
    expect(tables.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(tables.map(() => 'Retain'));
    expect(tables.every(({ Properties }) => Properties.DeletionProtectionEnabled === true)).toBe(true);
    expect([...inDevelopment.values()].map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(
      tables.map(() => 'Delete'),
    );
  });
});

describe('the published bucket (H11)', () => {
  const [bucket] = resourcesOfType(data, 'AWS::S3::Bucket').values();
  const [policy] = resourcesOfType(data, 'AWS::S3::BucketPolicy').values();

  it('is private and encrypted', () => {
    expect(bucket?.Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(JSON.stringify(bucket?.Properties.BucketEncryption)).toContain('AES256');
  });

  it.each([stages.prod, stages.dev, stages.local])(
    'lets nothing expire but what has the tag of obsolete files ($name)',
    (stage) => {
      const [ofStage] = resourcesOfType(synthesiseStage(stage).data, 'AWS::S3::Bucket').values();
      // A rule without the tag would one day take the manifest, or the version that is served, with it.
      expect(ofStage?.Properties.LifecycleConfiguration).toEqual({
        Rules: [
          {
            Id: 'obsolete-versions',
            Status: 'Enabled',
            TagFilters: [obsoleteTag],
            ExpirationInDays: 1,
          },
          {
            Id: 'unfinished-uploads',
            Status: 'Enabled',
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      });
    },
  );

  it('denies plain HTTP and signatures older than ten minutes (F03)', () => {
    expect(policy?.Properties).toMatchObject({
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
          expect.objectContaining({
            Effect: 'Deny',
            Action: 's3:GetObject',
            Condition: { NumericGreaterThan: { 's3:signatureAge': 600_000 } },
          }),
        ]),
      },
    });
  });
});

describe('the outputs', () => {
  it('name the stores and what an operator needs of the API', () => {
    expect(Object.keys(data.Outputs)).toEqual(
      expect.arrayContaining([
        'LocationsTable',
        'CapabilitiesTable',
        'BillersTable',
        'EnquiriesTable',
        'ApiKeysTable',
        'PublishedBucket',
      ]),
    );
    const { api, publishing } = synthesiseStage(stages.prod);
    expect([...Object.keys(api.Outputs), ...Object.keys(publishing.Outputs)]).toEqual(
      expect.arrayContaining(['ApiUrl', 'PublisherFunction']),
    );
  });
});
