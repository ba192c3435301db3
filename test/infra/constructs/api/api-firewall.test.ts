import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const empty = z.strictObject({});
// Sampled requests would contain keys.
const visibility = z.object({
  CloudWatchMetricsEnabled: z.literal(true),
  SampledRequestsEnabled: z.literal(false),
});
const override = z.object({ Name: z.string(), ActionToUse: z.strictObject({ Count: empty }) });
const managedGroup = z.object({
  VendorName: z.literal('AWS'),
  Name: z.string(),
  RuleActionOverrides: z.array(override).default([]),
});
const rule = z.object({
  Priority: z.number(),
  Statement: z.object({
    ManagedRuleGroupStatement: managedGroup.optional(),
    RateBasedStatement: z
      .looseObject({ AggregateKeyType: z.string(), EvaluationWindowSec: z.number(), Limit: z.number() })
      .optional(),
    SizeConstraintStatement: z.looseObject({}).optional(),
  }),
  VisibilityConfig: visibility,
});
const blockingRule = rule.extend({ Action: z.strictObject({ Block: empty }) });
const groupRule = rule.extend({ OverrideAction: z.strictObject({ None: empty }) });
const webAcl = z.object({
  Scope: z.literal('REGIONAL'),
  DefaultAction: z.strictObject({ Allow: empty }),
  VisibilityConfig: visibility,
  Rules: z.array(z.union([blockingRule, groupRule])),
});

const { api } = synthesiseStage(stages.prod);
const [[aclId, acl] = []] = resourcesOfType(api, 'AWS::WAFv2::WebACL');
const { Rules } = webAcl.parse(acl?.Properties);
const rates = Rules.flatMap(({ Statement }) => Statement.RateBasedStatement ?? []);
const groups = Rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);

/** Rules in count mode, each with the valid requests that it would block. */
const countMode = {
  NoUserAgent_HEADER: 'programs without a name',
  SizeRestrictions_QUERYSTRING: 'all filters of locations v3 at once',
  SizeRestrictions_URIPATH: '120 characters of three bytes each in a path',
  SizeRestrictions_BODY: 'enquiries of 128 KiB',
  EC2MetaDataSSRF_BODY: 'free text',
  GenericLFI_BODY: 'free text',
  GenericRFI_BODY: 'free text',
  CrossSiteScripting_BODY: 'free text',
  JavaDeserializationRCE_BODY: 'free text',
  Log4JRCE_BODY: 'free text',
  ReactJSRCE_BODY: 'free text',
  EC2MetaDataSSRF_QUERYARGUMENTS: 'a text to search for',
  GenericLFI_QUERYARGUMENTS: 'a text to search for',
  GenericRFI_QUERYARGUMENTS: 'a text to search for',
  CrossSiteScripting_QUERYARGUMENTS: 'a text to search for',
  RestrictedExtensions_QUERYARGUMENTS: 'a text to search for',
};

describe('the firewall', () => {
  it('uses the AWS rule groups, except rules that would block valid requests (D19)', () => {
    expect(groups.map(({ Name }) => Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    expect(new Set(Rules.map(({ Priority }) => Priority)).size).toBe(Rules.length);
    const counted = groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides.map(({ Name }) => Name));
    expect(counted.toSorted()).toEqual(Object.keys(countMode).toSorted());
  });

  it('limits an address to twice the rate of the fastest plan (H01)', () => {
    const fastest = stages.prod.limits.perClient.unlimited?.ratePerSecond ?? 0;
    expect(rates[0]).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 2 * fastest * 300 });
  });

  const matching = (field: object, positionalConstraint: string, text: string, transformation: string) => ({
    ByteMatchStatement: {
      FieldToMatch: field,
      PositionalConstraint: positionalConstraint,
      SearchString: text,
      TextTransformations: [{ Priority: 0, Type: transformation }],
    },
  });
  const path = (text: string) => matching({ UriPath: {} }, 'CONTAINS', text, 'URL_DECODE');

  it('limits enquiries by address and by key, even if the path is percent-encoded', () => {
    const limit = {
      EvaluationWindowSec: 300,
      Limit: 2000,
      ScopeDownStatement: path('/bill-management-api/v1/enquiries'),
    };
    // The header is hashed, because the firewall's log contains this value.
    const header = { Name: 'auth-key', TextTransformations: [{ Priority: 0, Type: 'MD5' }] };
    expect(rates.slice(1, 3)).toEqual([
      { AggregateKeyType: 'IP', ...limit },
      { AggregateKeyType: 'CUSTOM_KEYS', CustomKeys: [{ Header: header }], ...limit },
    ]);
  });

  it('blocks requests whose method a header would override', () => {
    expect(Rules.flatMap(({ Statement }) => Statement.SizeConstraintStatement ?? [])).toEqual([
      expect.objectContaining({
        ComparisonOperator: 'GT',
        FieldToMatch: { SingleHeader: { Name: 'x-http-method-override' } },
        Size: 0,
      }),
    ]);
  });

  it('limits the paths that need no key by address', () => {
    const statements = ['/bill-management-api/v1/ping', '/bill-management-api/v1/health'].map(path);
    expect(rates.slice(3, 4)).toEqual([
      {
        AggregateKeyType: 'IP',
        EvaluationWindowSec: 300,
        Limit: 600,
        ScopeDownStatement: { OrStatement: { Statements: statements } },
      },
    ]);
  });

  it('limits browser keys by address, which phones may share', () => {
    const isBrowserKey = matching({ SingleHeader: { Name: 'auth-key' } }, 'STARTS_WITH', 'wp_web_', 'NONE');
    expect(rates.slice(4)).toEqual([
      { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 3000, ScopeDownStatement: isBrowserKey },
    ]);
  });

  it('blocks no client that stays within the throttles of its plan', () => {
    const mostIn = (throttle = { ratePerSecond: 0, burst: 0 }) =>
      300 * throttle.ratePerSecond + throttle.burst;
    const { perClient, operations } = stages.prod.limits;
    for (const throttle of Object.values(perClient))
      expect(mostIn(throttle)).toBeLessThan(rates[0]?.Limit ?? 0);
    const ofEnquiries = Object.values(operations.enquiry.perClient);
    expect(ofEnquiries).toHaveLength(3);
    for (const throttle of ofEnquiries) expect(mostIn(throttle)).toBeLessThan(rates[1]?.Limit ?? 0);
  });

  it("is associated with the API's stage", () => {
    const [association] = propertiesOf(api, 'AWS::WAFv2::WebACLAssociation');
    const [stageId] = resourcesOfType(api, 'AWS::ApiGateway::Stage').keys();
    expect(association).toMatchObject({ WebACLArn: { 'Fn::GetAtt': [aclId, 'Arn'] } });
    expect(JSON.stringify(association?.ResourceArn)).toContain(`{"Ref":"${stageId}"}`);
  });

  it('logs only blocked requests, without keys, queries and paths, for two weeks', () => {
    const [logging] = propertiesOf(api, 'AWS::WAFv2::LoggingConfiguration');
    expect(logging).toMatchObject({
      ResourceArn: { 'Fn::GetAtt': [aclId, 'Arn'] },
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    });
    const redacted = z.array(z.unknown()).parse(logging?.RedactedFields);
    expect(redacted).toEqual(
      expect.arrayContaining([{ SingleHeader: { Name: 'auth-key' } }, { QueryString: {} }, { UriPath: {} }]),
    );
    const groups = [...resourcesOfType(api, 'AWS::Logs::LogGroup')].filter(
      ([, { Properties }]) => Properties.LogGroupName === 'aws-waf-logs-waypost-prod',
    );
    expect(groups.map(([, { Properties }]) => Properties.RetentionInDays)).toEqual([14]);
    // AWS WAF rejects an ARN that ends with `:*`.
    expect(JSON.stringify(logging?.LogDestinationConfigs)).toMatch(
      new RegExp(`:log-group:",\\{"Ref":"${groups[0]?.[0]}"\\}\\]`),
    );
  });

  it('is absent if the stage disables it', () => {
    const without = synthesiseStage(externalDnsStage).api;
    expect(JSON.stringify(without)).not.toContain('AWS::WAFv2');
  });
});
