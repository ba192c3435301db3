import { Duration, Stack } from 'aws-cdk-lib';
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
import type { FigureName } from '../../../shared/observability/figures.ts';
import { dashboardName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { OperationFunction } from '../functions/operation-function.ts';
import { apiMetric, figureMetric, figureSearch } from './figure-metrics.ts';
import { tableMetric } from './table-alarms.ts';

/** Dashboard of a stage for operators on call, with alarms first, then traffic, business metrics and resources. */
export class StageDashboard extends Dashboard {
  constructor(scope: Construct, id: string, stage: StageSettings, watched: Watched) {
    super(scope, id, { dashboardName: dashboardName(stage), defaultInterval: Duration.hours(12) });
    const rows = [
      [alarmStates(this, watched.alarmNames)],
      apiWidgets(this, stage, watched.firewalls),
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

/** Returns a function that creates graphs of this size from a title and the metrics of the left and right axes. */
const graphOf =
  (width: number, height = 6) =>
  (title: string, left: readonly IMetric[], right: readonly IMetric[] = []): IWidget =>
    new GraphWidget({ title, left: [...left], right: [...right], width, height });
const quarter = graphOf(6);
const third = graphOf(8);
const half = graphOf(12, 8);

/**
 * Returns the widget of alarm states. It refers to alarms by name, so that an alarm can be removed before the dashboard
 * changes.
 */
const alarmStates = (scope: Construct, alarmNames: readonly string[]): IWidget => {
  const { partition, region, account } = Stack.of(scope);
  return new AlarmStatusWidget({
    title: 'Alarms',
    alarms: alarmNames.map((name) =>
      Alarm.fromAlarmArn(scope, name, `arn:${partition}:cloudwatch:${region}:${account}:alarm:${name}`),
    ),
    width: 24,
    height: Math.ceil(alarmNames.length / 6) + 1,
  });
};

/** Returns a row of widgets for the API's traffic, errors and latency, and for its firewall if it has one. */
const apiWidgets = (
  scope: Construct,
  stage: StageSettings,
  [firewall]: readonly string[],
): readonly IWidget[] => {
  const period = Duration.minutes(1);
  const graph = firewall === undefined ? third : quarter;
  const ofApi = (metricName: string, statistic: string, label: string) =>
    apiMetric(stage, metricName, { statistic, label, period });
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

/** Returns rows of widgets for business metrics: demand, rejected keys and the published catalogue. */
const figureWidgets = (stage: StageSettings): readonly (readonly IWidget[])[] => {
  const platform = (...names: readonly FigureName[]) =>
    names.map((name) => figureMetric(stage, name, 'platform'));
  const maximum = (...names: readonly FigureName[]) =>
    names.map((name) => figureMetric(stage, name, 'platform', { statistic: Stats.MAXIMUM }));
  const ofServices = (name: FigureName, services: readonly string[], statistic: string = Stats.SUM) =>
    services.map((service) => figureMetric(stage, name, service, { statistic, label: service }));
  const locations = ['locations-v2', 'locations-v3'];
  const enquiries = (name: FigureName, service: string, label: string) =>
    figureMetric(stage, name, service, { label });
  return [
    [
      quarter('Searches by operation', [figureSearch(stage, 'Searches')]),
      quarter('Enquiries', [
        enquiries('EnquiriesTaken', 'bill-management-v1', 'accepted'),
        enquiries('EnquiriesAnnounced', 'platform', 'announced'),
        enquiries('EnquiriesUnreadable', 'platform', 'invalid'),
      ]),
      quarter(
        'Export links by format (right axis: streamed bytes)',
        [figureSearch(stage, 'ExportDownloads')],
        ofServices('BytesStreamed', locations),
      ),
      quarter(
        'Responses with status 500 or above',
        ofServices('AnswersFailed', ['bill-management-v1', ...locations]),
      ),
    ],
    [
      quarter(
        'Rejected keys by reason (right axis: browser keys on other websites)',
        [figureSearch(stage, 'KeysRefused')],
        [figureMetric(stage, 'OriginsRefused', 'locations-v3')],
      ),
      quarter('Failed key lookups', platform('AuthoriserFailures')),
      quarter('Catalogue age (seconds)', ofServices('CatalogueAge', locations, Stats.MAXIMUM)),
      quarter(
        'Reports about availability (right axis: % of the network not accepting parcels)',
        platform('AvailabilityEvents', 'AvailabilityEventsRejected'),
        maximum('NotAcceptingPercent'),
      ),
    ],
    [
      third('Publications', [
        ...platform(
          'PublicationSucceeded',
          'PublicationRefused',
          'PublicationHeld',
          'PublicationFailed',
          'PublisherFaults',
          'PortalKeyMissing',
        ),
        ...maximum('HolidayHoursMissing'),
      ]),
      third(
        'Imports (right axis: lines)',
        platform('ImportSucceeded', 'ImportRefused', 'ImportFailed'),
        platform('ImportLinesRead', 'ImportLinesRejected'),
      ),
      third(
        'Duration of publications and imports in seconds (right axis: records)',
        maximum('PublicationSeconds', 'ImportSeconds'),
        maximum('LocationsPublished', 'RowsLeftOut'),
      ),
    ],
  ];
};

/** Returns rows of widgets for functions, tables and queues, with one line per resource. */
const resourceWidgets = ({ functions, tables, deadLetters }: Watched): readonly (readonly IWidget[])[] => {
  const ofEach = (metric: (each: OperationFunction, label: string) => IMetric) =>
    functions.map((each) => metric(each, each.node.id));
  return [
    [
      // Lambda counts rejected keys as errors of the authoriser.
      half(
        'Function errors (for the authoriser, including 401)',
        ofEach((each, label) => each.metricErrors({ label })),
      ),
      half(
        'Throttled invocations',
        ofEach((each, label) => each.metricThrottles({ label })),
      ),
    ],
    [
      half(
        'Concurrent executions',
        ofEach((each, label) => each.metric('ConcurrentExecutions', { statistic: Stats.MAXIMUM, label })),
      ),
      half(
        'Function duration, p99 (ms)',
        ofEach((each, label) => each.metricDuration({ statistic: Stats.p(99), label })),
      ),
    ],
    [
      half(
        'Throttled requests to tables',
        tables.flatMap((table) => [
          tableMetric(table, 'ReadThrottleEvents'),
          tableMetric(table, 'WriteThrottleEvents'),
        ]),
      ),
      half(
        'Messages in dead-letter queues',
        deadLetters.map((queue) =>
          queue.metricApproximateNumberOfMessagesVisible({
            label: queue.node.path.split('/').slice(-2).join(' '),
          }),
        ),
      ),
    ],
  ];
};
