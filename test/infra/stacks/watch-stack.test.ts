import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../infra/stages/stages.ts';
import { figures } from '../../../shared/observability/figures.ts';
import { externalDnsStage } from '../../support/templates/configured-stages.ts';
import { alarmsOf, type WatchedMetric } from '../../support/templates/synthesised-alarms.ts';
import {
  describeText,
  propertiesOf,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

const line = z.array(z.union([z.string(), z.looseObject({ expression: z.string().optional() })]));
const widget = z.object({ alarms: z.array(z.string()).default([]), metrics: z.array(line).default([]) });
const dashboardBody = z.object({ widgets: z.array(z.object({ properties: widget })) });

/** Matches `SEARCH('{namespace,dimension,…} MetricName="name"', …)`. */
const search = /^SEARCH\('\{([^,}]+),([^}]+)\} MetricName="([^"]+)"'/;

const metricOf = (parts: z.infer<typeof line>): WatchedMetric => {
  const { expression } = parts.find((part) => typeof part !== 'string') ?? {};
  if (expression !== undefined) {
    const [, namespace = '', names = '', name = ''] = search.exec(expression) ?? [];
    return { namespace, name, dimensions: Object.fromEntries(names.split(',').map((each) => [each, '*'])) };
  }
  const [namespace = '', name = '', ...rest] = parts.filter((part) => typeof part === 'string');
  const pairs = rest.flatMap((value, index) => (index % 2 === 0 ? [[value, rest[index + 1]]] : []));
  return { namespace, name, dimensions: Object.fromEntries(pairs) };
};

const dashboardOf = (template: SynthesisedTemplate) => {
  const [only] = propertiesOf(template, 'AWS::CloudWatch::Dashboard');
  const { widgets } = dashboardBody.parse(JSON.parse(describeText(only?.DashboardBody)));
  return {
    name: only?.DashboardName,
    widgets: widgets.map(({ properties: { alarms, metrics } }) => ({
      alarmNames: alarms.map((arn) => arn.slice(arn.lastIndexOf(':') + 1)),
      watched: metrics.map(metricOf),
    })),
  };
};

const templates = synthesiseStage(stages.prod);
const { watch, ...others } = templates;
// The portal stack's only function belongs to CDK. It runs only during deployments, which fail if the function fails.
const { portal: _, ...withOurFunctions } = templates;
const allOfType = (type: string, among: Readonly<Record<string, SynthesisedTemplate>> = templates) =>
  Object.values(among).flatMap((template) => propertiesOf(template, type));
const everyAlarm = Object.values(templates).flatMap(alarmsOf);
const dashboard = dashboardOf(watch);
const onDashboard = dashboard.widgets.flatMap(({ watched }) => watched);
const watched = [...everyAlarm.flatMap((alarm) => alarm.watched), ...onDashboard];

const shownResources = (name: string): number =>
  new Set(
    onDashboard.filter((each) => each.name === name).map(({ dimensions }) => JSON.stringify(dimensions)),
  ).size;

describe('the metrics of the alarms and the dashboard', () => {
  // The types of writeFigures let functions write only these metrics.
  const written = new Map(Object.entries(figures).map(([name, { by }]) => [name, ['service', ...by]]));
  const unwritten = (metrics: readonly WatchedMetric[]) =>
    metrics
      .filter(({ namespace }) => namespace.startsWith('Waypost'))
      .filter(
        ({ namespace, name, dimensions }) =>
          namespace !== 'Waypost/prod' ||
          written.get(name)?.toSorted().join() !== Object.keys(dimensions).toSorted().join(),
      );

  it('are written by functions with the same names and dimensions', () => {
    expect(unwritten(watched)).toEqual([]);
    const planted = [
      { namespace: 'Waypost/prod', name: 'PublicationLost', dimensions: { service: 'platform' } },
      { namespace: 'Waypost/prod', name: 'Searches', dimensions: { service: 'locations-v3' } },
      { namespace: 'Waypost/prod', name: 'CatalogueAge', dimensions: { service: '*', operation: '*' } },
      { namespace: 'Waypost', name: 'EnquiriesTaken', dimensions: { service: 'bill-management-v1' } },
    ];
    expect(unwritten(planted)).toEqual(planted);
  });

  it('include every metric that functions write', () => {
    const shown = onDashboard.map(({ name }) => name);
    expect([...written.keys()].filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('use only service names and the namespace that functions publish', () => {
    const services = allOfType('AWS::Lambda::Function', withOurFunctions).map((each) => {
      const text = JSON.stringify(each);
      expect(text).toContain('"POWERTOOLS_METRICS_NAMESPACE":"Waypost/prod"');
      return /"POWERTOOLS_SERVICE_NAME":"([^"]+)"/.exec(text)?.[1];
    });
    const used = watched
      .filter(({ namespace }) => namespace === 'Waypost/prod')
      .map(({ dimensions }) => dimensions.service)
      .filter((service) => service !== '*');
    expect(new Set(used)).toEqual(new Set(services));
  });
});

it('each dead-letter queue has an alarm and a line on the dashboard', () => {
  const metric = 'ApproximateNumberOfMessagesVisible';
  const deadLetters = allOfType('AWS::SQS::Queue').filter(({ RedrivePolicy }) => RedrivePolicy === undefined);
  expect(deadLetters.length).toBeGreaterThanOrEqual(2);
  const alarmed = everyAlarm.flatMap((alarm) => alarm.watched).filter(({ name }) => name === metric);
  expect(alarmed).toHaveLength(deadLetters.length);
  expect(shownResources(metric)).toBe(deadLetters.length);
});

describe('the dashboard', () => {
  it('is the only one in the stage, and starts with the state of every alarm', () => {
    expect(dashboard.name).toBe('waypost-prod');
    const composite = allOfType('AWS::CloudWatch::CompositeAlarm').map(({ AlarmName }) => AlarmName);
    const names = [...everyAlarm.map(({ AlarmName }) => AlarmName), ...composite];
    expect(dashboard.widgets[0]?.alarmNames.toSorted()).toEqual(names.toSorted());
    expect(allOfType('AWS::CloudWatch::Dashboard', others)).toEqual([]);
  });

  it.each([
    ['AWS::Lambda::Function', ['Errors', 'Throttles', 'ConcurrentExecutions', 'Duration']],
    ['AWS::DynamoDB::Table', ['ReadThrottleEvents', 'WriteThrottleEvents']],
  ])('shows each %s in %j', (type, names) => {
    const resources = allOfType(type, withOurFunctions).length;
    expect(names.map(shownResources)).toEqual(names.map(() => resources));
  });

  it.each([
    [stages.prod, ['AllowedRequests', 'BlockedRequests']],
    [externalDnsStage, []],
  ])('shows blocked requests only if there is a firewall: $firewall', (stage, expected) => {
    const { widgets } = dashboardOf(synthesiseStage(stage).watch);
    const shown = widgets
      .flatMap((each) => each.watched)
      .filter(({ namespace }) => namespace === 'AWS/WAFV2');
    expect(shown.map(({ name }) => name)).toEqual(expected);
  });
});
