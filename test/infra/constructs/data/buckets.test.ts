import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const names = ['Published', 'Imports', 'AccessLogs'] as const;
type BucketName = (typeof names)[number];

const bucketPolicy = z.object({
  Bucket: z.object({ Ref: z.string() }),
  PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }),
});

const isNamed = (logicalId: string, name: BucketName): boolean => logicalId.slice(0, -8) === name;

const bucketOf = (name: BucketName, stage = stages.prod) => {
  const { data } = synthesiseStage(stage);
  const [found] = [...resourcesOfType(data, 'AWS::S3::Bucket')].filter(([id]) => isNamed(id, name));
  const policies = propertiesOf(data, 'AWS::S3::BucketPolicy')
    .map((properties) => bucketPolicy.parse(properties))
    .filter(({ Bucket }) => isNamed(Bucket.Ref, name));
  return {
    properties: found?.[1].Properties ?? {},
    statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  };
};

const everyone = { AWS: '*' };
const attribute = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

describe('the buckets (H11)', () => {
  it('are exactly the listed buckets', () => {
    const found = [...resourcesOfType(synthesiseStage(stages.prod).data, 'AWS::S3::Bucket').keys()];
    expect(found.map((id) => id.slice(0, -8)).toSorted()).toEqual(names.toSorted());
  });

  it.each(names)('block public access, encrypt objects, and require TLS 1.2: %s', (name) => {
    const { properties, statements } = bucketOf(name);
    expect(properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    const denied = { Effect: 'Deny', Action: 's3:*', Principal: everyone };
    expect(statements).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...denied, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({ ...denied, Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } }),
      ]),
    );
  });

  it.each(names)('let S3 only write access logs, and CloudFront only read public objects: %s', (name) => {
    const allowed = bucketOf(name).statements.filter(({ Effect }) => Effect !== 'Deny');
    const logging = (bucket: string, folder: string) => ({
      Effect: 'Allow',
      Principal: { Service: 'logging.s3.amazonaws.com' },
      Action: 's3:PutObject',
      Resource: { 'Fn::Join': ['', [attribute('AccessLogs8B620ECA'), `/${folder}/*`]] },
      Condition: {
        ArnLike: { 'aws:SourceArn': attribute(bucket) },
        StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      },
    });
    const account = { Ref: 'AWS::AccountId' };
    const distributions = ['arn:', { Ref: 'AWS::Partition' }, ':cloudfront::', account, ':distribution/*'];
    const portal = {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:GetObject',
      Resource: { 'Fn::Join': ['', [expect.anything(), '/public/*']] },
      Condition: {
        StringEquals: { 'aws:SourceAccount': account },
        ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', distributions] } },
      },
    };
    const granted = { AccessLogs: [logging('ImportsC5EA4F6F', 'imports')], Published: [portal], Imports: [] };
    expect(allowed).toEqual(granted[name]);
  });

  it.each(['Published', 'Imports'] as const)('keep noncurrent versions: %s', (name) => {
    expect(bucketOf(name).properties).toMatchObject({ VersioningConfiguration: { Status: 'Enabled' } });
  });

  it("log operators' requests, but not clients', because each line would contain the client's address", () => {
    expect(bucketOf('Imports').properties.LoggingConfiguration).toEqual({
      DestinationBucketName: { Ref: 'AccessLogs8B620ECA' },
      LogFilePrefix: 'imports/',
    });
    expect(bucketOf('Published').properties).not.toHaveProperty('LoggingConfiguration');
  });

  it.each(Object.values(stages))(
    'expire only old logs, import files and noncurrent versions: $name',
    (stage) => {
      const rulesOf = (name: BucketName) => bucketOf(name, stage).properties.LifecycleConfiguration;
      const versionRules = [
        {
          Id: 'unfinished-uploads',
          Status: 'Enabled',
          AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
        },
        {
          Id: 'previous-versions',
          Status: 'Enabled',
          NoncurrentVersionExpiration: { NoncurrentDays: stage.supersededVersionDays },
          ExpiredObjectDeleteMarker: true,
        },
      ];
      // A rule for current objects would eventually delete the manifest or the version in use.
      expect(rulesOf('Published')).toEqual({ Rules: versionRules });
      expect(rulesOf('Imports')).toEqual({
        Rules: [{ Id: 'imported-files', Status: 'Enabled', ExpirationInDays: 90 }, ...versionRules],
      });
      expect(rulesOf('AccessLogs')).toEqual({
        Rules: [{ Id: 'old-records', Status: 'Enabled', ExpirationInDays: stage.logRetentionDays }],
      });
    },
  );

  it('reject signatures older than 10 minutes on requests for published objects (F03)', () => {
    expect(bucketOf('Published').statements).toContainEqual({
      Effect: 'Deny',
      Principal: everyone,
      Action: ['s3:GetObject', 's3:GetObjectVersion'],
      Resource: { 'Fn::Join': ['', [attribute('Published616FB537'), '/*']] },
      Condition: { NumericGreaterThan: { 's3:signatureAge': 600_000 } },
    });
  });

  it('let pages on any origin read only published files, without custom headers', () => {
    expect(bucketOf('Published').properties.CorsConfiguration).toEqual({
      CorsRules: [
        {
          AllowedMethods: ['GET', 'HEAD'],
          AllowedOrigins: ['*'],
          ExposedHeaders: ['content-disposition', 'content-encoding', 'content-length', 'etag'],
        },
      ],
    });
    for (const name of ['Imports', 'AccessLogs'] as const)
      expect(bucketOf(name).properties).not.toHaveProperty('CorsConfiguration');
  });

  it('notify EventBridge of each import file', () => {
    expect(bucketOf('Imports').properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });
});
