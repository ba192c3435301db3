import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const domain = {
  name: 'developers.example.org',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
};
const hostedZone = { id: 'Z0123456789AB', name: 'example.org' };
const stageWith = (portal: object) => synthesiseStage({ ...stages.prod, portal }).portal;
const withoutDomain = synthesiseStage(stages.prod).portal;
const withDomain = stageWith({ domain });
const withZone = stageWith({ domain: { ...domain, hostedZone } });

const behaviour = z.looseObject({ ResponseHeadersPolicyId: z.object({ Ref: z.string() }) });
const distribution = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour.extend({ PathPattern: z.string() })),
    Origins: z.array(z.looseObject({ DomainName: z.unknown(), OriginAccessControlId: z.unknown() })),
  }),
});

const propertiesOf = (template: SynthesisedTemplate, type: string) =>
  [...resourcesOfType(template, type).values()].map(({ Properties }) => Properties);

const configOf = (template: SynthesisedTemplate) => {
  const [only, ...others] = propertiesOf(template, 'AWS::CloudFront::Distribution');
  expect(others).toEqual([]);
  return distribution.parse(only).DistributionConfig;
};

describe('the distribution of the portal', () => {
  const config = configOf(withoutDomain);
  const behaviours = [config.DefaultCacheBehavior, ...config.CacheBehaviors];

  it('is reached over TLS alone, by HTTP/2 and 3, to read files and nothing else', () => {
    expect(config).toMatchObject({
      Enabled: true,
      HttpVersion: 'http2and3',
      DefaultRootObject: 'index.html',
    });
    for (const each of behaviours) {
      expect(each).toMatchObject({
        ViewerProtocolPolicy: 'redirect-to-https',
        AllowedMethods: ['GET', 'HEAD'],
        Compress: true,
      });
    }
  });

  it('has the same program before every file', () => {
    const programs = new Set(
      behaviours.map(({ FunctionAssociations }) => JSON.stringify(FunctionAssociations)),
    );
    expect([...programs]).toEqual([expect.stringContaining('"EventType":"viewer-request"')]);
  });

  it('answers 404 where there is no file, with the page that says so', () => {
    expect(config.CustomErrorResponses).toEqual(
      [403, 404].map((ErrorCode) => ({
        ErrorCode,
        ErrorCachingMinTTL: 60,
        ResponseCode: 404,
        ResponsePagePath: '/404.html',
      })),
    );
  });

  it('signs what it asks of its one bucket', () => {
    expect(config.Origins).toHaveLength(1);
    expect(propertiesOf(withoutDomain, 'AWS::CloudFront::OriginAccessControl')).toMatchObject([
      {
        OriginAccessControlConfig: {
          OriginAccessControlOriginType: 's3',
          SigningBehavior: 'always',
          SigningProtocol: 'sigv4',
        },
      },
    ]);
    expect(JSON.stringify(config.Origins[0]?.OriginAccessControlId)).toContain('OriginAccessControl');
  });

  it('logs who asked for which page, unless the stage wants none', () => {
    expect(config.Logging).toMatchObject({ Prefix: 'pages/' });
    expect(configOf(stageWith({ logs: false }))).not.toHaveProperty('Logging');
  });

  it('is known by its own address where the stage has none for it', () => {
    expect(config).not.toHaveProperty('Aliases');
    expect(JSON.stringify(withoutDomain.Outputs.PortalUrl?.Value)).toContain('"DomainName"');
    expect(withoutDomain.Outputs).not.toHaveProperty('PortalDomainTarget');
  });
});

describe('the bucket of the portal', () => {
  const statement = z.looseObject({
    Effect: z.string(),
    Action: z.union([z.string(), z.array(z.string())]),
    Principal: z.unknown(),
    Condition: z.unknown(),
  });
  const policy = z.object({
    Bucket: z.object({ Ref: z.string() }),
    PolicyDocument: z.object({ Statement: z.array(statement) }),
  });
  const statements = propertiesOf(withoutDomain, 'AWS::S3::BucketPolicy')
    .map((properties) => policy.parse(properties))
    .filter(({ Bucket }) => Bucket.Ref.startsWith('Files'))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

  it('may be read by this one distribution, and by nobody else', () => {
    const [id] = resourcesOfType(withoutDomain, 'AWS::CloudFront::Distribution').keys();
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed).toMatchObject([
      { Action: 's3:GetObject', Principal: { Service: 'cloudfront.amazonaws.com' } },
    ]);
    const [{ Condition } = { Condition: undefined }] = allowed;
    expect(Condition).toEqual({
      StringEquals: { 'AWS:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([{ Ref: id }])] } },
    });
  });

  it('is reached over TLS 1.2 and newer alone, and public by no other way', () => {
    const denied = statements.filter(({ Effect }) => Effect === 'Deny').map(({ Condition }) => Condition);
    expect(denied).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
      { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    ]);
    for (const bucket of propertiesOf(withoutDomain, 'AWS::S3::Bucket')) {
      expect(bucket.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
    }
  });
});

describe('the domain of the portal', () => {
  it('is served with its certificate, by TLS 1.2 and 1.3 alone', () => {
    expect(configOf(withDomain)).toMatchObject({
      Aliases: ['developers.example.org'],
      ViewerCertificate: {
        AcmCertificateArn: domain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    });
    expect(withDomain.Outputs.PortalUrl?.Value).toBe('https://developers.example.org/');
  });

  it('is pointed to by both kinds of alias where the stage names a zone', () => {
    const records = propertiesOf(withZone, 'AWS::Route53::RecordSet');
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const record of records) {
      expect(record).toMatchObject({ Name: 'developers.example.org.', HostedZoneId: hostedZone.id });
    }
    expect(withZone.Outputs).not.toHaveProperty('PortalDomainTarget');
  });

  it('is left to somebody else’s DNS elsewhere, which is told what to point to', () => {
    expect(propertiesOf(withDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(JSON.stringify(withDomain.Outputs.PortalDomainTarget?.Value)).toContain('"DomainName"');
  });
});
