import { Duration, Stack } from 'aws-cdk-lib';
import { GraphWidget, type IWidget, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

const period = Duration.minutes(1);

/** Creates a metric of API Gateway for the API's stage. */
const apiMetric = (
  apiName: string,
  { name }: Pick<StageSettings, 'name'>,
  metricName: string,
  statistic: string,
  label: string,
): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: apiName, Stage: name },
    statistic,
    label,
    period,
  });

/** Creates widgets of the API's traffic, errors and latency. */
export const apiWidgets = (
  apiName: string,
  stage: Pick<StageSettings, 'name'>,
  width: number,
): readonly IWidget[] => {
  const metric = (name: string, statistic: string, label: string) =>
    apiMetric(apiName, stage, name, statistic, label);
  return [
    new GraphWidget({ title: 'Requests', left: [metric('Count', Stats.SUM, 'Requests')], width, height: 6 }),
    new GraphWidget({
      title: 'Refused (4xx) and failed (5xx)',
      left: [metric('4XXError', Stats.SUM, '4xx')],
      right: [metric('5XXError', Stats.SUM, '5xx')],
      width,
      height: 6,
    }),
    new GraphWidget({
      title: 'Latency in milliseconds',
      left: [metric('Latency', Stats.p(50), 'half'), metric('Latency', Stats.p(99), '99 in 100')],
      width,
      height: 6,
    }),
  ];
};

/** Creates a widget of allowed and blocked requests; `firewall` is the name of its metrics. */
export const firewallWidget = (scope: Construct, firewall: string, width: number): IWidget => {
  const metric = (metricName: 'AllowedRequests' | 'BlockedRequests') =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: firewall, Region: Stack.of(scope).region, Rule: 'ALL' },
      statistic: Stats.SUM,
      period,
    });
  return new GraphWidget({
    title: 'Firewall: let pass (right: stopped)',
    left: [metric('AllowedRequests')],
    right: [metric('BlockedRequests')],
    width,
    height: 6,
  });
};
