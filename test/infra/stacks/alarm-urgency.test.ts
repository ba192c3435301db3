import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { monthlyCost, totalOf } from '../../../infra/cost/cost-model.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { fullStage } from '../../support/templates/configured-stages.ts';
import { alarmsOf } from '../../support/templates/synthesised-alarms.ts';
import {
  propertiesOf,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

const prod = synthesiseStage(stages.prod);
const templates: readonly SynthesisedTemplate[] = Object.values(prod);

const actions = z.array(z.unknown()).default([]);
const composite = z.looseObject({
  AlarmName: z.string(),
  AlarmRule: z.string(),
  AlarmActions: actions,
  OKActions: actions,
});
const allOfType = (type: string) => templates.flatMap((template) => propertiesOf(template, type));
const composites = z.array(composite).parse(allOfType('AWS::CloudWatch::CompositeAlarm'));
const metricAlarms = templates.flatMap(alarmsOf);
const alarms = [...metricAlarms, ...composites];
const shortName = ({ AlarmName }: { readonly AlarmName: string }) => AlarmName.replace('waypost-prod-', '');

const urgenciesOf = (notified: readonly unknown[]): readonly string[] =>
  notified.map((action) => {
    const text = JSON.stringify(action);
    expect(text).toMatch(/(Pages|Tickets)[0-9A-F]{8}/);
    return text.includes('Pages') ? 'page' : 'ticket';
  });

const partsOf = ({ AlarmRule }: z.infer<typeof composite>): readonly string[] =>
  [...AlarmRule.matchAll(/ALARM\("waypost-prod-([^"]+)"\)/g)].map(([, name = '']) => name);

const named = <T extends { readonly AlarmName: string }>(name: string, among: readonly T[]): T =>
  among.find((each) => shortName(each) === name) ?? expect.fail(`there is no alarm ${name}`);
const compositeNamed = (name: string) => named(name, composites);

const isRaised = (name: string, raised: readonly string[]): boolean => {
  const terms = compositeNamed(name).AlarmRule.replaceAll(/ALARM\("waypost-prod-([^"]+)"\)/g, (_, each) =>
    String(raised.includes(each)),
  );
  const evaluate = (text: string): boolean => {
    const inner = text.replace(/\(([^()]*)\)/, (_, group: string) => String(evaluate(group)));
    if (inner !== text) return evaluate(inner);
    return text.split(' OR ').some((each) => each.split(' AND ').every((term) => term.trim() === 'true'));
  };
  return evaluate(terms);
};

describe('each alarm', () => {
  it('notifies the topic for its urgency when raised and when cleared, or is part of one composite alarm', () => {
    const parts = composites.filter(({ AlarmActions }) => AlarmActions.length > 0).flatMap(partsOf);
    for (const alarm of alarms) {
      expect(alarm.OKActions, alarm.AlarmName).toEqual(alarm.AlarmActions);
      const times = parts.filter((each) => each === shortName(alarm)).length;
      if (alarm.AlarmActions.length === 0) expect(times, alarm.AlarmName).toBe(1);
      else expect(urgenciesOf(alarm.AlarmActions), alarm.AlarmName).toHaveLength(1);
    }
  });

  it('pages only for faults that affect clients or subscribers', () => {
    const paging = alarms.filter(({ AlarmActions }) => urgenciesOf(AlarmActions).includes('page'));
    expect(paging.map(shortName).toSorted()).toEqual(['api-degraded', 'catalogue-stale', 'enquiries-lost']);
  });

  it('has a metric filter if it counts lines in the access log', () => {
    const transformations = z.object({
      MetricTransformations: z.array(z.object({ MetricName: z.string(), MetricNamespace: z.string() })),
    });
    const counted = allOfType('AWS::Logs::MetricFilter')
      .flatMap((filter) => transformations.parse(filter).MetricTransformations)
      .map(({ MetricNamespace, MetricName }) => `${MetricNamespace} ${MetricName}`);
    const watched = metricAlarms
      .flatMap((alarm) => alarm.watched)
      .filter(({ namespace }) => namespace.startsWith('AccessLog/'))
      .map(({ namespace, name }) => `${namespace} ${name}`);
    expect(new Set(watched)).toEqual(new Set(counted));
  });
});

describe('the page for a degraded API', () => {
  it.each([
    [[], false],
    [['errors-enquiries-5-minutes'], false],
    [['errors-enquiries-1-hour'], false],
    [['errors-enquiries-5-minutes', 'errors-locations-v2-1-hour'], false],
    [['errors-locations-v3-5-minutes', 'slow-1-hour'], false],
    [['slow-5-minutes'], false],
    [['errors-enquiries-5-minutes', 'errors-enquiries-1-hour'], true],
    [['errors-locations-v3-5-minutes', 'errors-locations-v3-1-hour'], true],
    [['slow-5-minutes', 'slow-1-hour'], true],
    [['authoriser-failing'], true],
  ])('is raised only by both windows or by the authoriser: %j (%s)', (raised, pages) => {
    expect(isRaised('api-degraded', raised)).toBe(pages);
  });

  it.each(['errors-enquiries-5-minutes', 'errors-locations-v2-1-hour'])(
    'is raised if 1%% of the requests fail, but not by fewer than 10: %s',
    (name) => {
      const { Threshold, Metrics = [] } = named(name, metricAlarms);
      expect(Threshold).toBeCloseTo(0.01);
      expect(Metrics.flatMap(({ Expression }) => Expression ?? [])).toEqual([
        'IF(SUM(METRICS("failed")) >= 10, SUM(METRICS("failed")) / requests, 0)',
      ]);
    },
  );
});

describe('the other pages', () => {
  it.each([
    ['catalogue-stale', ['catalogue-age-locations-v2', 'catalogue-age-locations-v3']],
    ['enquiries-lost', ['enquiries-unannounced', 'enquiries-unreadable', 'announcer-silent']],
  ])('%s is raised by any of its alarms, and suppressed while the API is degraded', (name, parts) => {
    expect(partsOf(compositeNamed(name))).toEqual(parts);
    for (const part of parts) expect(isRaised(name, [part])).toBe(true);
    expect(isRaised(name, [])).toBe(false);
    expect(JSON.stringify(compositeNamed(name).ActionsSuppressor)).toContain('apidegraded');
  });

  it('are created after the alarms that their rules refer to', () => {
    const { watch } = prod;
    const idOf = (name: string) =>
      Object.entries(watch.Resources).find(
        ([, { Properties }]) => Properties.AlarmName === `waypost-prod-${name}`,
      )?.[0] ?? '';
    const parts = partsOf(compositeNamed('api-degraded')).filter((each) => each !== 'authoriser-failing');
    expect(watch.Resources[idOf('api-degraded')]?.DependsOn).toEqual(expect.arrayContaining(parts.map(idOf)));
  });
});

describe('the daily budget', () => {
  const budget = z.object({
    Budget: z.object({
      BudgetType: z.literal('COST'),
      TimeUnit: z.literal('DAILY'),
      BudgetLimit: z.object({ Amount: z.number(), Unit: z.literal('USD') }),
    }),
    NotificationsWithSubscribers: z.tuple([
      z.object({
        Notification: z.object({ NotificationType: z.literal('ACTUAL'), Threshold: z.literal(100) }),
        Subscribers: z.tuple([z.object({ Address: z.unknown() })]),
      }),
    ]),
  });
  const budgetOf = (stage: StageSettings) =>
    budget.parse(propertiesOf(synthesiseStage(stage).watch, 'AWS::Budgets::Budget')[0]);

  it.each([stages.dev, stages.prod, fullStage])(
    'is twice the expected daily cost, rounded up to whole dollars: $name, $expectedRequestsPerSecond requests/s',
    (stage) => {
      const day = (totalOf(monthlyCost(stage, stage.expectedRequestsPerSecond)) * 24) / 730;
      const { BudgetLimit } = budgetOf(stage).Budget;
      expect(BudgetLimit.Amount).toBeGreaterThanOrEqual(2 * day);
      expect(BudgetLimit.Amount).toBeLessThan(2 * day + 1);
    },
  );

  it("notifies the topic for tickets, to which the account's budgets may publish", () => {
    const [{ Subscribers }] = budgetOf(stages.prod).NotificationsWithSubscribers;
    expect(urgenciesOf([Subscribers[0].Address])).toEqual(['ticket']);
    const [admitting, ...others] = propertiesOf(prod.data, 'AWS::SNS::TopicPolicy').filter((each) =>
      JSON.stringify(each).includes('budgets.amazonaws.com'),
    );
    expect(others).toEqual([]);
    expect(JSON.stringify(admitting?.Topics)).toContain('Tickets');
    expect(JSON.stringify(admitting)).toContain('"aws:SourceAccount":{"Ref":"AWS::AccountId"}');
  });
});

describe('the topics', () => {
  it('are not encrypted with AWS’s key for SNS, which CloudWatch cannot use', () => {
    expect(JSON.stringify(propertiesOf(prod.data, 'AWS::SNS::Topic'))).not.toContain('KmsMasterKeyId');
  });

  it("notify all of the stage's addresses for their urgency", () => {
    const subscriptions = propertiesOf(synthesiseStage(fullStage).data, 'AWS::SNS::Subscription').map(
      ({ Protocol, Endpoint, TopicArn }) => `${Protocol} ${Endpoint} ${urgenciesOf([TopicArn])[0]}`,
    );
    expect(subscriptions.toSorted()).toEqual([
      'email a@example.org page',
      'email b@example.org page',
      'email c@example.org ticket',
    ]);
  });
});
