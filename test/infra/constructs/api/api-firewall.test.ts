import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const visibility = z.object({
  CloudWatchMetricsEnabled: z.literal(true),
  MetricName: z.string(),
  SampledRequestsEnabled: z.literal(false),
});
const managed = z.object({
  VendorName: z.literal('AWS'),
  Name: z.string(),
  RuleActionOverrides: z
    .array(z.object({ Name: z.string(), ActionToUse: z.strictObject({ Count: z.strictObject({}) }) }))
    .default([]),
});
const rate = z.object({ AggregateKeyType: z.string(), EvaluationWindowSec: z.number(), Limit: z.number() });
const webAcl = z.object({
  Scope: z.literal('REGIONAL'),
  DefaultAction: z.strictObject({ Allow: z.strictObject({}) }),
  VisibilityConfig: visibility,
  Rules: z.array(
    z.object({
      Priority: z.number(),
      Action: z.strictObject({ Block: z.strictObject({}) }).optional(),
      OverrideAction: z.strictObject({ None: z.strictObject({}) }).optional(),
      Statement: z.object({
        ManagedRuleGroupStatement: managed.optional(),
        RateBasedStatement: rate.optional(),
      }),
      VisibilityConfig: visibility,
    }),
  ),
});

const { api } = synthesiseStage(stages.prod);
const [[aclId, acl] = []] = resourcesOfType(api, 'AWS::WAFv2::WebACL');
const { Rules } = webAcl.parse(acl?.Properties);
const groups = Rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);

/** What a common rule looks at that a request of the contract may have. */
const legal = {
  NoUserAgent_HEADER: 'programs without a name',
  SizeRestrictions_QUERYSTRING: 'all filters of locations v3 at once',
  SizeRestrictions_URIPATH: '120 characters of three bytes each in a path',
  SizeRestrictions_BODY: 'enquiries of 128 KiB',
  EC2MetaDataSSRF_BODY: 'free text',
  GenericLFI_BODY: 'free text',
  GenericRFI_BODY: 'free text',
  CrossSiteScripting_BODY: 'free text',
};

describe('the firewall of a stage', () => {
  it('refuses by the rules that AWS keeps, and is counted by metrics alone: samples would show keys', () => {
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    for (const { Action, OverrideAction } of Rules) expect(Action ?? OverrideAction).toBeDefined();
    expect(new Set(Rules.map(({ Priority }) => Priority)).size).toBe(Rules.length);
  });

  it('only counts what the contract allows', () => {
    const counted = groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides.map(({ Name }) => Name));
    expect(counted.toSorted()).toEqual(Object.keys(legal).toSorted());
  });

  it('lets an address ask as often as two clients of the fastest plan, and no more (H01)', () => {
    const [limit] = Rules.flatMap(({ Statement }) => Statement.RateBasedStatement ?? []);
    expect(limit).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 300_000 });
    const fastest = stages.prod.throttleOf.partner?.ratePerSecond ?? 0;
    expect((limit?.Limit ?? 0) / (limit?.EvaluationWindowSec ?? 1)).toBe(2 * fastest);
  });

  it('stands before the stage of the API', () => {
    const [association] = resourcesOfType(api, 'AWS::WAFv2::WebACLAssociation').values();
    const [stageId] = resourcesOfType(api, 'AWS::ApiGateway::Stage').keys();
    expect(association?.Properties).toMatchObject({ WebACLArn: { 'Fn::GetAtt': [aclId, 'Arn'] } });
    expect(JSON.stringify(association?.Properties.ResourceArn)).toContain(`{"Ref":"${stageId}"}`);
  });

  it('is not there where the stage asks for none', () => {
    const without = synthesiseStage({ ...stages.prod, firewall: false }).api;
    expect(resourcesOfType(without, 'AWS::WAFv2::WebACL').size).toBe(0);
    expect(resourcesOfType(without, 'AWS::WAFv2::WebACLAssociation').size).toBe(0);
  });
});
