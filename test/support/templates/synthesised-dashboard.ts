import * as z from 'zod';
import type { WatchedMetric } from './synthesised-alarms.ts';
import { resourcesOfType, type SynthesisedTemplate } from './synthesised-stage.ts';

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`);
const ofOtherStack = z
  .object({ 'Fn::GetStackOutput': z.object({ StackName: z.unknown(), OutputName: z.string() }) })
  .transform(({ 'Fn::GetStackOutput': { OutputName } }) => `<${OutputName}>`);
const imported = z
  .object({ 'Fn::ImportValue': z.string() })
  .transform(({ 'Fn::ImportValue': name }) => `<${name}>`);
const body = z
  .object({
    'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), reference, ofOtherStack, imported]))]),
  })
  .transform(({ 'Fn::Join': [, parts] }): unknown => JSON.parse(parts.join('')));

const line = z.array(z.union([z.string(), z.looseObject({ expression: z.string().optional() })]));
const widget = z.object({
  type: z.enum(['alarm', 'metric']),
  properties: z.object({
    title: z.string(),
    alarms: z.array(z.string()).default([]),
    metrics: z.array(line).default([]),
  }),
});
const dashboard = z.object({ DashboardName: z.string(), DashboardBody: body });

/** Matches `SEARCH('{namespace,dimension,…} MetricName="name"', …)`. */
const search = /^SEARCH\('\{([^,}]+),([^}]+)\} MetricName="([^"]+)"'/;

const metricOfSearch = (expression: string): WatchedMetric => {
  const [, namespace = '', names = '', name = ''] = search.exec(expression) ?? [];
  return {
    namespace,
    name,
    dimensions: Object.fromEntries(names.split(',').map((each) => [each, '*'])),
  };
};

const metricOf = (parts: z.infer<typeof line>): WatchedMetric => {
  const texts = parts.filter((part) => typeof part === 'string');
  const [namespace = '', name = '', ...rest] = texts;
  const options = parts.find((part) => typeof part !== 'string');
  if (options?.expression !== undefined) return metricOfSearch(options.expression);
  const pairs = rest.flatMap((value, index) => (index % 2 === 0 ? [[value, rest[index + 1]]] : []));
  return { namespace, name, dimensions: Object.fromEntries(pairs) };
};

export const dashboardOf = (template: SynthesisedTemplate) => {
  const [only] = resourcesOfType(template, 'AWS::CloudWatch::Dashboard').values();
  const { DashboardName, DashboardBody } = dashboard.parse(only?.Properties);
  const { widgets } = z.object({ widgets: z.array(widget) }).parse(DashboardBody);
  return {
    name: DashboardName,
    widgets: widgets.map(({ properties: { title, alarms, metrics } }) => ({
      title,
      alarmNames: alarms.map((arn) => arn.slice(arn.lastIndexOf(':') + 1)),
      watched: metrics.map(metricOf),
    })),
  };
};
