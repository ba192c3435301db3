import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmStatusWidget,
  CfnAlarm,
  CfnCompositeAlarm,
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct, IConstruct } from 'constructs';
import { dashboardName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { OperationFunction } from '../functions/operation-function.ts';
import { figureWidgets } from './figure-widgets.ts';
import { tableMetric } from './table-alarms.ts';

export interface StageDashboardProps {
  readonly stage: StageSettings;
  /** Name of the API in its CloudWatch metrics. */
  readonly apiName: string;
  readonly watched: Watched;
}

/** Dashboard of a stage for operators on call, with alarms first, then traffic, business metrics and resources. */
export class StageDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { stage, apiName, watched }: StageDashboardProps) {
    super(scope, id, { dashboardName: dashboardName(stage), defaultInterval: Duration.hours(12) });
    const rows = [
      [alarmStates(this, watched.alarmNames)],
      apiWidgets(this, apiName, stage, watched.firewalls),
      ...figureWidgets(stage),
      ...resourceWidgets(watched),
    ];
    for (const row of rows) this.addWidgets(...row);
  }
}

export interface Watched {
  readonly functions: readonly OperationFunction[];
  readonly tables: readonly Table[];
  /** Queues that have no dead-letter queue. Messages in them need an operator. */
  readonly deadLetters: readonly Queue[];
  readonly alarmNames: readonly string[];
  /** Names of the firewalls in their CloudWatch metrics. */
  readonly firewalls: readonly string[];
}

/** Collects the resources from the constructs of the stacks, so that new resources cannot be forgotten. */
export const watchedIn = (stacks: readonly IConstruct[]): Watched => {
  const all = stacks.flatMap(({ node }) => node.findAll());
  return {
    functions: all.filter((each) => each instanceof OperationFunction),
    tables: all.filter((each) => each instanceof Table),
    deadLetters: all
      .filter((each) => each instanceof Queue)
      .filter(({ deadLetterQueue }) => deadLetterQueue === undefined),
    alarmNames: all
      .filter((each) => each instanceof CfnAlarm || each instanceof CfnCompositeAlarm)
      .flatMap(({ alarmName }) => alarmName ?? []),
    firewalls: all
      .filter((each) => each instanceof CfnWebACL)
      .flatMap(({ visibilityConfig }) =>
        'metricName' in visibilityConfig ? [visibilityConfig.metricName] : [],
      ),
  };
};

/**
 * Returns the widget of alarm states. It refers to alarms by name, so that an alarm can be removed before the dashboard
 * changes.
 */
const alarmStates = (scope: Construct, alarmNames: readonly string[]): IWidget => {
  const arnOf = (resourceName: string): string =>
    Stack.of(scope).formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  return new AlarmStatusWidget({
    title: 'Alarms',
    alarms: alarmNames.map((name) => Alarm.fromAlarmArn(scope, name, arnOf(name))),
    width: 24,
    height: Math.ceil(alarmNames.length / 6) + 1,
  });
};

/** Returns a row of widgets for the API's traffic, errors and latency, and for its firewall if it has one. */
const apiWidgets = (
  scope: Construct,
  apiName: string,
  { name }: StageSettings,
  [firewall]: readonly string[],
): readonly IWidget[] => {
  const period = Duration.minutes(1);
  const width = firewall === undefined ? 8 : 6;
  const graph = (title: string, left: readonly IMetric[], right: readonly IMetric[] = []) =>
    new GraphWidget({ title, left: [...left], right: [...right], width, height: 6 });
  const ofApi = (metricName: string, statistic: string, label: string) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      dimensionsMap: { ApiName: apiName, Stage: name },
      statistic,
      label,
      period,
    });
  const ofFirewall = (metricName: string, webAcl: string) =>
    new Metric({
      namespace: 'AWS/WAFV2',
      metricName,
      dimensionsMap: { WebACL: webAcl, Region: Stack.of(scope).region, Rule: 'ALL' },
      statistic: Stats.SUM,
      period,
    });
  return [
    graph('Requests', [ofApi('Count', Stats.SUM, 'Requests')]),
    graph(
      'Client errors, 4xx (right axis: server errors, 5xx)',
      [ofApi('4XXError', Stats.SUM, '4xx')],
      [ofApi('5XXError', Stats.SUM, '5xx')],
    ),
    graph('Latency (ms)', [ofApi('Latency', Stats.p(50), 'p50'), ofApi('Latency', Stats.p(99), 'p99')]),
    ...(firewall === undefined
      ? []
      : [
          graph(
            'Firewall: allowed requests (right axis: blocked)',
            [ofFirewall('AllowedRequests', firewall)],
            [ofFirewall('BlockedRequests', firewall)],
          ),
        ]),
  ];
};

/** Returns rows of widgets for functions, tables and queues, with one line per resource. */
const resourceWidgets = ({ functions, tables, deadLetters }: Watched): readonly (readonly IWidget[])[] => {
  const period = Duration.minutes(5);
  const sum = { statistic: Stats.SUM, period };
  const graph = (title: string, left: readonly IMetric[]): IWidget =>
    new GraphWidget({ title, left: [...left], width: 12, height: 8 });
  const ofEach = (metric: (each: OperationFunction, label: string) => IMetric) =>
    functions.map((each) => metric(each, each.node.id));
  return [
    [
      // Lambda counts rejected keys as errors of the authoriser.
      graph(
        'Function errors (for the authoriser, including 401)',
        ofEach((each, label) => each.metricErrors({ ...sum, label })),
      ),
      graph(
        'Throttled invocations',
        ofEach((each, label) => each.metricThrottles({ ...sum, label })),
      ),
    ],
    [
      graph(
        'Concurrent executions',
        ofEach((each, label) =>
          each.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM, period, label }),
        ),
      ),
      graph(
        'Function duration, p99 (ms)',
        ofEach((each, label) => each.metricDuration({ statistic: Stats.p(99), period, label })),
      ),
    ],
    [
      graph(
        'Throttled requests to tables',
        tables.flatMap((table) => [
          tableMetric(table, 'ReadThrottleEvents'),
          tableMetric(table, 'WriteThrottleEvents'),
        ]),
      ),
      graph(
        'Messages in dead-letter queues',
        deadLetters.map((queue) =>
          queue.metricApproximateNumberOfMessagesVisible({
            statistic: Stats.MAXIMUM,
            period,
            label: queue.node.path.split('/').slice(-2).join(' '),
          }),
        ),
      ),
    ],
  ];
};
