import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const names = ['Published', 'Imports', 'AccessLogs'] as const;
type BucketName = (typeof names)[number];

const bucketPolicy = z.object({
  Bucket: z.object({ Ref: z.string() }),
  PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }),
});

const statementsOf = (template: SynthesisedTemplate, logicalId: string) =>
  propertiesOf(template, 'AWS::S3::BucketPolicy')
    .map((properties) => bucketPolicy.parse(properties))
    .filter(({ Bucket }) => Bucket.Ref === logicalId)
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

const bucketOf = (name: BucketName, stage = stages.prod) => {
  const { data } = synthesiseStage(stage);
  const [[id = '', bucket] = []] = [...resourcesOfType(data, 'AWS::S3::Bucket')].filter(
    ([each]) => each.slice(0, -8) === name,
  );
  return { properties: bucket?.Properties ?? {}, statements: statementsOf(data, id) };
};

const everyone = { AWS: '*' };
const attribute = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

describe('the buckets (H11)', () => {
  it('block public access, encrypt objects, and require TLS 1.2, in every stack', () => {
    const templates = Object.values(synthesiseStage(stages.prod));
    const buckets = templates.flatMap((template) =>
      [...resourcesOfType(template, 'AWS::S3::Bucket')].map(([id, { Properties }]) => ({
        properties: Properties,
        conditions: statementsOf(template, id)
          .filter(({ Effect, Action }) => Effect === 'Deny' && Action === 's3:*')
          .map(({ Principal, Condition }) => ({ Principal, Condition })),
      })),
    );
    expect(buckets).toHaveLength(5);
    for (const { properties, conditions } of buckets) {
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
      expect(conditions).toEqual([
        { Principal: everyone, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        { Principal: everyone, Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
      ]);
    }
  });

  it('let S3 only write access logs, and CloudFront only read public objects', () => {
    const allowed = Object.fromEntries(
      names.map((name) => [name, bucketOf(name).statements.filter(({ Effect }) => Effect !== 'Deny')]),
    );
    const account = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const granted = (service: string, action: string, path: string, source: unknown) => ({
      Effect: 'Allow',
      Principal: { Service: `${service}.amazonaws.com` },
      Action: action,
      Resource: { 'Fn::Join': ['', [expect.anything(), path]] },
      Condition: { ...account, ArnLike: { 'aws:SourceArn': source } },
    });
    expect(allowed).toEqual({
      AccessLogs: [granted('logging.s3', 's3:PutObject', '/imports/*', attribute('ImportsC5EA4F6F'))],
      Published: [granted('cloudfront', 's3:GetObject', '/public/*', expect.anything())],
      Imports: [],
    });
  });

  it("log operators' requests, but not clients', because each line would contain the client's address", () => {
    expect(bucketOf('Imports').properties).toHaveProperty('LoggingConfiguration');
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

  it('let pages on any origin read only published files', () => {
    expect(bucketOf('Published').properties).toMatchObject({
      CorsConfiguration: { CorsRules: [{ AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'] }] },
    });
    for (const name of ['Imports', 'AccessLogs'] as const)
      expect(bucketOf(name).properties).not.toHaveProperty('CorsConfiguration');
  });
});
