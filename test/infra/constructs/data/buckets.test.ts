import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const names = ['Published', 'Imports', 'AccessLogs'] as const;
type BucketName = (typeof names)[number];

const bucketPolicy = z.object({
  Bucket: z.object({ Ref: z.string() }),
  PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }),
});

const { prod, dev, local } = stages;
const templates = {
  prod: synthesiseStage(prod).data,
  dev: synthesiseStage(dev).data,
  local: synthesiseStage(local).data,
};

const isNamed = (logicalId: string, name: BucketName): boolean => logicalId.slice(0, -8) === name;

const bucketOf = (name: BucketName, stage: Pick<StageSettings, 'name'> = prod) => {
  const data = templates[stage.name];
  const [found] = [...resourcesOfType(data, 'AWS::S3::Bucket')].filter(([id]) => isNamed(id, name));
  const policies = [...resourcesOfType(data, 'AWS::S3::BucketPolicy').values()]
    .map(({ Properties }) => bucketPolicy.parse(Properties))
    .filter(({ Bucket }) => isNamed(Bucket.Ref, name));
  return {
    properties: found?.[1].Properties ?? {},
    statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  };
};

const everyone = { AWS: '*' };
const attribute = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const uploads = {
  Id: 'unfinished-uploads',
  Status: 'Enabled',
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
};
const formerVersions = (NoncurrentDays: number) => ({
  Id: 'former-versions',
  Status: 'Enabled',
  NoncurrentVersionExpiration: { NoncurrentDays },
  ExpiredObjectDeleteMarker: true,
});

describe('every bucket (H11)', () => {
  it('is one of those that this is about', () => {
    const found = [...resourcesOfType(templates.prod, 'AWS::S3::Bucket').keys()].map((id) => id.slice(0, -8));
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('is private and encrypted: %s', (name) => {
    const { properties } = bucketOf(name);
    expect(properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(properties.BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    });
  });

  it.each(names)('answers nobody without TLS 1.2: %s', (name) => {
    const denied = { Effect: 'Deny', Action: 's3:*', Principal: everyone };
    expect(bucketOf(name).statements).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...denied, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({ ...denied, Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
      ]),
    );
  });

  it.each(names)('is given to nobody by its own policy, but the record of requests to S3: %s', (name) => {
    const allowed = bucketOf(name).statements.filter(({ Effect }) => Effect !== 'Deny');
    const recorded = (bucket: string, folder: string) => ({
      Effect: 'Allow',
      Principal: { Service: 'logging.s3.amazonaws.com' },
      Action: 's3:PutObject',
      Resource: { 'Fn::Join': ['', [attribute('AccessLogs8B620ECA'), `/${folder}/*`]] },
      Condition: {
        ArnLike: { 'aws:SourceArn': attribute(bucket) },
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      },
    });
    expect(allowed).toEqual(
      name === 'AccessLogs'
        ? [recorded('Published616FB537', 'published'), recorded('ImportsC5EA4F6F', 'imports')]
        : [],
    );
  });
});

describe.each([prod, dev, local])('a bucket of the stage $name', (stage) => {
  it('lets nothing expire that is published, however long no new version is', () => {
    const { LifecycleConfiguration } = bucketOf('Published', stage).properties;
    expect(LifecycleConfiguration).toEqual({
      Rules: [uploads, formerVersions(stage.supersededVersionDays)],
    });
    // A rule for current objects would one day take the manifest, or the version that is served, with it.
    expect(JSON.stringify(LifecycleConfiguration)).not.toMatch(/"Expiration(InDays|Date)?"|"Transitions?"/);
  });

  it('keeps what was imported for 90 days', () => {
    expect(bucketOf('Imports', stage).properties.LifecycleConfiguration).toEqual({
      Rules: [
        { Id: 'imported-files', Status: 'Enabled', ExpirationInDays: 90 },
        uploads,
        formerVersions(stage.supersededVersionDays),
      ],
    });
  });

  it('keeps the record of requests for as long as logs are kept', () => {
    expect(bucketOf('AccessLogs', stage).properties.LifecycleConfiguration).toEqual({
      Rules: [{ Id: 'old-records', Status: 'Enabled', ExpirationInDays: stage.logRetentionDays }],
    });
  });
});

describe.each([
  ['Published', 'published/'],
  ['Imports', 'imports/'],
] as const)('the bucket %s', (name, LogFilePrefix) => {
  it('keeps former versions, and has all its requests recorded', () => {
    const { properties } = bucketOf(name);
    expect(properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(properties.LoggingConfiguration).toEqual({
      DestinationBucketName: { Ref: 'AccessLogs8B620ECA' },
      LogFilePrefix,
    });
  });
});

it('The published bucket answers no signature older than ten minutes, whichever version it asks for (F03)', () => {
  expect(bucketOf('Published').statements).toContainEqual({
    Effect: 'Deny',
    Principal: everyone,
    Action: ['s3:GetObject', 's3:GetObjectVersion'],
    Resource: { 'Fn::Join': ['', [attribute('Published616FB537'), '/*']] },
    Condition: { NumericGreaterThan: { 's3:signatureAge': 600_000 } },
  });
});

it('The published bucket lets pages of any origin read a file, and send no header of their own', () => {
  expect(bucketOf('Published').properties.CorsConfiguration).toEqual({
    CorsRules: [
      {
        AllowedMethods: ['GET', 'HEAD'],
        AllowedOrigins: ['*'],
        ExposedHeaders: ['content-disposition', 'content-encoding', 'content-length', 'etag'],
      },
    ],
  });
});

it.each(['Imports', 'AccessLogs'] as const)('%s is closed to the pages of browsers', (name) => {
  expect(bucketOf(name).properties).not.toHaveProperty('CorsConfiguration');
});

it('The import bucket tells EventBridge of each file', () => {
  expect(bucketOf('Imports').properties.NotificationConfiguration).toEqual({
    EventBridgeConfiguration: { EventBridgeEnabled: true },
  });
});
