import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { StageSettings } from '../../../../infra/stages/stage-settings.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { propertiesOf, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const behaviour = z.looseObject({
  ResponseHeadersPolicyId: z.object({ Ref: z.string() }),
  TargetOriginId: z.string(),
  CachePolicyId: z.string(),
});
const origin = z.looseObject({ Id: z.string() });
const distribution = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour.extend({ PathPattern: z.string() })),
    Origins: z.tuple([origin, origin]),
  }),
});

const configOf = (stage: StageSettings) =>
  z
    .tuple([distribution])
    .parse(propertiesOf(synthesiseStage(stage).portal, 'AWS::CloudFront::Distribution'))[0]
    .DistributionConfig;

describe("the portal's distribution", () => {
  const config = configOf(stages.prod);
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
    for (const stage of [stages.prod, stages.dev]) expect(configOf(stage)).not.toHaveProperty('Logging');
  });
});
