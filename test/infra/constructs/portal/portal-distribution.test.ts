import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { portal } = synthesiseStage(stages.prod);

const behaviour = z.looseObject({
  ResponseHeadersPolicyId: z.object({ Ref: z.string() }),
  TargetOriginId: z.string(),
  CachePolicyId: z.string(),
});
const origin = z.looseObject({ Id: z.string(), OriginAccessControlId: z.unknown() });
const distribution = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour.extend({ PathPattern: z.string() })),
    Origins: z.tuple([origin, origin]),
  }),
});

const configOf = (template: SynthesisedTemplate) =>
  z.tuple([distribution]).parse(propertiesOf(template, 'AWS::CloudFront::Distribution'))[0]
    .DistributionConfig;

describe("the portal's distribution", () => {
  const config = configOf(portal);
  const behaviours = [config.DefaultCacheBehavior, ...config.CacheBehaviors];

  it('serves files read-only over TLS, with the same function for every path', () => {
    expect(behaviours[0]?.FunctionAssociations).toHaveLength(1);
    for (const each of behaviours)
      expect(each).toMatchObject({
        ViewerProtocolPolicy: 'redirect-to-https',
        AllowedMethods: ['GET', 'HEAD'],
        Compress: true,
        FunctionAssociations: behaviours[0]?.FunctionAssociations,
      });
  });

  it('signs its requests to both buckets', () => {
    const controls = resourcesOfType(portal, 'AWS::CloudFront::OriginAccessControl');
    for (const { Properties } of controls.values())
      expect(Properties.OriginAccessControlConfig).toMatchObject({ SigningBehavior: 'always' });
    const used = config.Origins.map(({ OriginAccessControlId }) => OriginAccessControlId);
    expect(new Set(used)).toEqual(new Set([...controls.keys()].map((id) => ({ 'Fn::GetAtt': [id, 'Id'] }))));
  });

  it('serves the key, maps and outlets from public objects, and everything else from its files', () => {
    const [files, published] = config.Origins;
    expect(published).toMatchObject({
      OriginPath: '/public',
      DomainName: { 'Fn::ImportValue': expect.stringContaining('Data:ExportsOutputFnGetAttPublished') },
    });
    const patternsFrom = ({ Id }: { readonly Id: string }) =>
      config.CacheBehaviors.filter(({ TargetOriginId }) => TargetOriginId === Id).map(
        ({ PathPattern }) => PathPattern,
      );
    expect(patternsFrom(published)).toEqual(['key.json', 'map/current.json', 'map/*', 'outlets/*']);
    expect(config.DefaultCacheBehavior.TargetOriginId).toBe(files.Id);
    expect(patternsFrom(files)).not.toContain('map/*');
  });

  it("caches everything except the locator's key, which can be replaced at any time", () => {
    const uncached = behaviours.filter(
      ({ CachePolicyId }) => CachePolicyId !== config.DefaultCacheBehavior.CachePolicyId,
    );
    expect(uncached).toMatchObject([{ PathPattern: 'key.json' }]);
  });

  it("logs no requests, because every line would contain a visitor's address", () => {
    for (const { portal: each } of [synthesiseStage(stages.prod), synthesiseStage(stages.dev)])
      expect(configOf(each)).not.toHaveProperty('Logging');
  });
});

describe("the portal's bucket", () => {
  const policy = z.object({
    Bucket: z.object({ Ref: z.string() }),
    PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Effect: z.string() })) }),
  });
  const statements = propertiesOf(portal, 'AWS::S3::BucketPolicy')
    .map((properties) => policy.parse(properties))
    .filter(({ Bucket }) => Bucket.Ref.startsWith('Files'))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);

  it('grants read access only to this distribution', () => {
    const [id] = resourcesOfType(portal, 'AWS::CloudFront::Distribution').keys();
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toMatchObject([
      {
        Action: 's3:GetObject',
        Principal: { Service: 'cloudfront.amazonaws.com' },
        Condition: {
          StringEquals: { 'AWS:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([{ Ref: id }])] } },
        },
      },
    ]);
  });
});
