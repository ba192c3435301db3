import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const rule = z.object({
  Priority: z.number(),
  Statement: z.object({
    ManagedRuleGroupStatement: z
      .object({ Name: z.string(), RuleActionOverrides: z.array(z.object({ Name: z.string() })).default([]) })
      .optional(),
    RateBasedStatement: z
      .looseObject({ Limit: z.number(), AggregateKeyType: z.string(), EvaluationWindowSec: z.number() })
      .optional(),
    SizeConstraintStatement: z.looseObject({}).optional(),
  }),
  // Sampled requests would contain keys.
  VisibilityConfig: z.object({ SampledRequestsEnabled: z.literal(false) }),
});
const blockingRule = rule.extend({ Action: z.strictObject({ Block: z.strictObject({}) }) });
const groupRule = rule.extend({ OverrideAction: z.strictObject({ None: z.strictObject({}) }) });

const { api } = synthesiseStage(stages.prod);
const [acl] = propertiesOf(api, 'AWS::WAFv2::WebACL');
const rules = z.array(z.union([blockingRule, groupRule])).parse(acl?.Rules);
const rates = rules.flatMap(({ Statement }) => Statement.RateBasedStatement ?? []);

/** Some rules in count mode, each with the valid requests that it would block. */
const countMode = {
  NoUserAgent_HEADER: 'programs without a name',
  SizeRestrictions_QUERYSTRING: 'all filters of locations v3 at once',
  SizeRestrictions_URIPATH: '120 characters of three bytes each in a path',
  SizeRestrictions_BODY: 'enquiries of 128 KiB',
  CrossSiteScripting_BODY: 'free text',
  Log4JRCE_BODY: 'free text',
  CrossSiteScripting_QUERYARGUMENTS: 'a text to search for',
};

describe('the firewall', () => {
  it('uses the AWS rule groups, except rules that would block valid requests (D19)', () => {
    const groups = rules.flatMap(({ Statement }) => Statement.ManagedRuleGroupStatement ?? []);
    expect(groups).toHaveLength(3);
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
    const counted = groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides.map(({ Name }) => Name));
    expect(counted).toEqual(expect.arrayContaining(Object.keys(countMode)));
  });

  it('limits all requests, enquiries, open paths and browser keys, even if the path is percent-encoded (H01)', () => {
    const fastest = stages.prod.limits.perClient.unlimited?.ratePerSecond ?? 0;
    expect(rates.map(({ Limit }) => Limit)).toEqual([2 * fastest * 300, 2000, 2000, 600, 3000]);
    expect(rates.map((rate) => [rate.AggregateKeyType, rate.EvaluationWindowSec])).toEqual(
      ['IP', 'IP', 'CUSTOM_KEYS', 'IP', 'IP'].map((type) => [type, 300]),
    );
    const searched = JSON.stringify(rates).matchAll(/"SearchString":"(.*?)".*?"Type":"(.*?)"/g);
    const bills = '/bill-management-api/v1';
    expect([...searched].map(([, text, transformation]) => [text, transformation])).toEqual([
      ...['enquiries', 'enquiries', 'ping', 'health'].map((path) => [`${bills}/${path}`, 'URL_DECODE']),
      ['wp_web_', 'NONE'],
    ]);
    // The header is hashed, because the firewall's log contains this value.
    const header = { Name: 'auth-key', TextTransformations: [{ Priority: 0, Type: 'MD5' }] };
    expect(rates.flatMap(({ CustomKeys }) => CustomKeys ?? [])).toEqual([{ Header: header }]);
  });

  it('blocks requests whose method a header would override', () => {
    expect(rules.flatMap(({ Statement }) => Statement.SizeConstraintStatement ?? [])).toMatchObject([
      {
        ComparisonOperator: 'GT',
        FieldToMatch: { SingleHeader: { Name: 'x-http-method-override' } },
        Size: 0,
      },
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

  it('logs only blocked requests, without keys, queries and paths', () => {
    const [logging] = propertiesOf(api, 'AWS::WAFv2::LoggingConfiguration');
    expect(logging).toMatchObject({
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
      RedactedFields: expect.arrayContaining([
        { SingleHeader: { Name: 'auth-key' } },
        { QueryString: {} },
        { UriPath: {} },
      ]),
    });
    const [groupId] = [...resourcesOfType(api, 'AWS::Logs::LogGroup')]
      .filter(([, { Properties }]) => Properties.LogGroupName === 'aws-waf-logs-waypost-prod')
      .map(([id]) => id);
    // AWS WAF rejects an ARN that ends with `:*`.
    expect(JSON.stringify(logging?.LogDestinationConfigs)).toContain(`:log-group:",{"Ref":"${groupId}"}]`);
  });

  it('is absent if the stage disables it', () => {
    expect(JSON.stringify(synthesiseStage(externalDnsStage).api)).not.toContain('AWS::WAFv2');
  });
});
