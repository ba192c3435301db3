import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const bucketPolicy = z.object({
  Bucket: z.object({ Ref: z.string() }),
  PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }),
});

/** Returns the properties and the policy statements of a template's buckets, by names such as `Published`. */
const bucketsOf = (template: SynthesisedTemplate) => {
  const policies = z.array(bucketPolicy).parse(propertiesOf(template, 'AWS::S3::BucketPolicy'));
  return Object.fromEntries(
    [...resourcesOfType(template, 'AWS::S3::Bucket')].map(([id, { Properties: properties }]) => {
      const ofBucket = policies.filter(({ Bucket }) => Bucket.Ref === id);
      const statements = ofBucket.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      return [id.slice(0, -8), { properties, statements }];
    }),
  );
};

const { data, ...others } = synthesiseStage(stages.prod);
const buckets = bucketsOf(data);
const everyone = { AWS: '*' };
const attribute = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

describe('the buckets (H11)', () => {
  it('block public access, encrypt objects, and require TLS 1.2, in every stack', () => {
    const all = [data, ...Object.values(others)].flatMap((template) => Object.values(bucketsOf(template)));
    expect(all).toHaveLength(5);
    for (const { properties, statements } of all) {
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
      const denials = statements.filter(({ Effect, Action }) => Effect === 'Deny' && Action === 's3:*');
      expect(denials.map(({ Principal, Condition }) => ({ Principal, Condition }))).toEqual([
        { Principal: everyone, Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
        { Principal: everyone, Condition: { NumericLessThan: { 's3:TlsVersion': 1.2 } } },
      ]);
    }
  });

  it('let S3 only write access logs, and CloudFront only read public objects', () => {
    const allowed = Object.entries(buckets).map(([name, { statements }]) => [
      name,
      statements.filter(({ Effect }) => Effect !== 'Deny'),
    ]);
    const account = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } };
    const granted = (service: string, action: string, path: string, source: unknown) => ({
      Effect: 'Allow',
      Principal: { Service: `${service}.amazonaws.com` },
      Action: action,
      Resource: { 'Fn::Join': ['', [expect.anything(), path]] },
      Condition: { ...account, ArnLike: { 'aws:SourceArn': source } },
    });
    expect(Object.fromEntries(allowed)).toEqual({
      AccessLogs: [granted('logging.s3', 's3:PutObject', '/imports/*', attribute('ImportsC5EA4F6F'))],
      Published: [granted('cloudfront', 's3:GetObject', '/public/*', expect.anything())],
      Imports: [],
    });
  });

  it("log operators' requests, but not clients', because each line would contain the client's address", () => {
    expect(buckets.Imports?.properties).toHaveProperty('LoggingConfiguration');
    expect(buckets.Published?.properties).not.toHaveProperty('LoggingConfiguration');
  });

  it.each(Object.values(stages))(
    'expire only old logs, import files and noncurrent versions: $name',
    (stage) => {
      const enabled = (Id: string, rule: object) => ({ Id, Status: 'Enabled', ...rule });
      const versionRules = [
        enabled('unfinished-uploads', { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
        enabled('previous-versions', {
          NoncurrentVersionExpiration: { NoncurrentDays: stage.supersededVersionDays },
          ExpiredObjectDeleteMarker: true,
        }),
      ];
      const rules = Object.entries(bucketsOf(synthesiseStage(stage).data)).map(([name, { properties }]) => [
        name,
        properties.LifecycleConfiguration,
      ]);
      expect(Object.fromEntries(rules)).toEqual({
        // A rule for current objects would eventually delete the manifest or the version in use.
        Published: { Rules: versionRules },
        Imports: { Rules: [enabled('imported-files', { ExpirationInDays: 90 }), ...versionRules] },
        AccessLogs: { Rules: [enabled('old-records', { ExpirationInDays: stage.logRetentionDays })] },
      });
    },
  );

  it('reject signatures older than 10 minutes on requests for published objects (F03)', () => {
    expect(buckets.Published?.statements).toContainEqual({
      Effect: 'Deny',
      Principal: everyone,
      Action: ['s3:GetObject', 's3:GetObjectVersion'],
      Resource: { 'Fn::Join': ['', [attribute('Published616FB537'), '/*']] },
      Condition: { NumericGreaterThan: { 's3:signatureAge': 600_000 } },
    });
  });
});
