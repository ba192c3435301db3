import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routes } from '../../routes/routes.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { OperationFunction } from '../functions/operation-function.ts';
import { accessLogNamespaceOf, figureMetric, metricSum } from './figure-metrics.ts';
import { type AlarmContext, type AlarmGuide, StageAlarm } from './stage-alarm.ts';

const fiveMinutes = Duration.minutes(5);

/**
 * Latency alarms, each with its percentile. CloudWatch does not evaluate percentile p with fewer than 10 / (1 - p)
 * requests: in five minutes, p99 needs 1,000 requests (3.3 per second), p90 only 100.
 */
const slowAlarms = [
  ['api-slow', 99],
  ['api-slow-p90', 90],
] as const;

/**
 * Threshold of the latency alarms. Even a search that includes a cold start and loading the catalogue takes less time.
 */
export const slowLatency = {
  threshold: 3_000,
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  // With few requests, the slowest one is merely a cold start.
  evaluateLowSampleCountPercentile: 'ignore',
} as const;

/** Returns the metric for a percentile of the API's latency, in ms. `apiName` is the API's name in its metrics. */
export const latencyMetric = (
  apiName: string,
  { name }: Pick<StageSettings, 'name'>,
  percentile: number,
  period: Duration,
): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName: 'Latency',
    dimensionsMap: { ApiName: apiName, Stage: name },
    statistic: Stats.p(percentile),
    period,
  });

/** A single bad period does not raise an alarm. */
const tenMinutesOfFifteen = { evaluationPeriods: 3, datapointsToAlarm: 2 };

type RequestSettings = Pick<StageSettings, 'name' | 'tracing' | 'reserveConcurrency' | 'limits'>;

export interface RequestAlarmsProps extends AlarmContext {
  readonly stage: RequestSettings;
  /** Name of the API in its CloudWatch metrics. */
  readonly apiName: string;
  readonly functions: readonly OperationFunction[];
}

/**
 * Alarms on slow, throttled and unfinished requests. Alarms on 5xx are in addDeploymentAlarms. No alarm is raised when
 * there is no traffic.
 */
export class RequestAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RequestAlarmsProps) {
    super(scope, id);
    const { stage, apiName, functions } = props;

    for (const [name, percentile] of slowAlarms) {
      new StageAlarm(this, name, props, {
        metric: latencyMetric(apiName, stage, percentile, fiveMinutes),
        ...slowLatency,
        evaluationPeriods: 3,
        urgency: 'ticket',
        symptom:
          `p${percentile} latency has exceeded 3 seconds for 15 minutes. Clients that read long lists slowly also ` +
          'count.',
        cause:
          "A slow store or frequent cold starts if many functions are slow, otherwise one client's requests.",
        action: firstActionIfSlow(stage),
      });
    }

    new StageAlarm(this, 'key-lookups-failing', props, {
      metric: figureMetric(stage, 'AuthoriserFailures', 'platform', {
        statistic: Stats.SUM,
        period: fiveMinutes,
      }),
      ...tenMinutesOfFifteen,
      urgency: 'ticket',
      symptom:
        'Lookups of API keys failed in 10 of the last 15 minutes. Keys used in the last 15 minutes still work. ' +
        'If requests with other keys fail, authoriser-failing is raised too.',
      cause: 'The keys table is throttled, missing or down, or the authoriser lacks permission to read it.',
      action:
        "Find the error in the authoriser's log. If the table is throttled, start with tables-throttled.",
    });

    const streams = functions.filter((each) => each.streams);
    for (const [service, itsFunctions] of Map.groupBy(streams, (each) => each.service)) {
      new StageAlarm(this, `streams-unfinished-${service}`, props, {
        evaluationPeriods: 3,
        metric: metricSum({
          each: 'errors',
          metrics: itsFunctions.map((each) =>
            each.metricErrors({ statistic: Stats.SUM, period: fiveMinutes, label: each.node.id }),
          ),
          label: 'Unfinished',
          period: fiveMinutes,
        }),
        urgency: 'ticket',
        symptom: `Functions of the ${service} service have been failing to finish streamed responses for 15 minutes.`,
        cause:
          'A client that takes longer than 60 seconds to read a response, or else a crash or too little memory. This alarm ' +
          'does not roll back deployments, because a client can cause it.',
        action:
          "If the function's log has only timeouts, find the slow client in the access log. Otherwise find the error " +
          'in the log, and deploy the previous release if the last one caused it.',
      });
    }

    // An alarm can include at most ten metrics: enough for the functions of one service, but not for all functions.
    for (const [service, itsFunctions] of Map.groupBy(functions, (each) => each.service)) {
      new StageAlarm(this, `throttled-${service}`, props, {
        ...tenMinutesOfFifteen,
        metric: metricSum({
          each: 'throttles',
          metrics: itsFunctions.map((each) =>
            each.metricThrottles({ statistic: Stats.SUM, period: fiveMinutes, label: each.node.id }),
          ),
          label: 'Throttled',
          period: fiveMinutes,
        }),
        ...throttledGuide(service, stage),
      });
    }
  }
}

/**
 * Returns the first action for slow requests. If the stage has no traces, the action refers to the latencies in the
 * access log.
 */
const firstActionIfSlow = ({ tracing }: RequestSettings): string =>
  [
    'Find the slow functions on the dashboard. If many are slow, check the stores, and raise provisionedConcurrency if',
    'cold starts are frequent.',
    tracing
      ? 'If only one is slow, check its traces.'
      : 'If only one is slow, filter the access log by its resourcePath: compare integrationLatency and authorizerLatency ' +
        'with responseLatency, and see which keyId sends the requests. If that does not explain it, enable tracing ' +
        'temporarily.',
  ].join(' ');

const throttledGuide = (service: string, stage: RequestSettings): AlarmGuide => ({
  urgency: 'ticket',
  symptom: [
    `Lambda throttled functions of the ${service} service in 10 of the last 15 minutes.`,
    service === 'platform'
      ? 'If the authoriser is throttled, requests get 500 unless API Gateway has cached their key. If the functions for ' +
        'unknown paths and methods are throttled, clients get 5xx instead of 404 and 405. Throttled publishing and ' +
        'imports retry automatically and finish late.'
      : 'Clients get 5xx responses.',
  ].join(' '),
  cause: hasReservations(service, stage)
    ? "The account's concurrency quota is used up or, if only a function with reserved concurrency is throttled, its " +
      'reservation.'
    : "The account's concurrency quota is used up.",
  action: [
    'Find the throttled functions, and those that use most of the concurrency, on the dashboard, and check the access log',
    'for one client that causes the load. If no client does, ask AWS for a higher quota.',
    ...(hasReservations(service, stage)
      ? ['If a reservation is used up, raise the number in infra/stages/limits.ts.']
      : []),
  ].join(' '),
});

/** Whether any function of the service has reserved concurrency. In `platform`, the authoriser does. */
const hasReservations = (service: string, { reserveConcurrency, limits }: RequestSettings): boolean =>
  reserveConcurrency &&
  (service === 'platform' ||
    routes.some(
      ({ operationId, handler }) =>
        handler.startsWith(`functions/${service}/`) &&
        limits.operations[operationId].reservedConcurrency !== undefined,
    ));

export interface UnadmittedClientsProps extends AlarmContext {
  readonly accessLog: ILogGroup;
}

/**
 * Alarm on clients whose key is valid but has no API Gateway key in a usage plan. The rejections are counted in the
 * access log, because no metric separates them from other rejections.
 */
export class UnadmittedClients extends Construct {
  constructor(scope: Construct, id: string, props: UnadmittedClientsProps) {
    super(scope, id);
    const refusals = new MetricFilter(this, 'Refusals', {
      logGroup: props.accessLog,
      filterPattern: FilterPattern.stringValue('$.responseType', '=', 'INVALID_API_KEY'),
      metricNamespace: accessLogNamespaceOf(props.stage),
      metricName: 'UnadmittedRequests',
      metricValue: '1',
    });
    new StageAlarm(this, 'clients-unadmitted', props, {
      metric: refusals.metric({ statistic: Stats.SUM, period: fiveMinutes }),
      // A client that sends requests while its key is being added to the plan is rejected once or twice.
      ...tenMinutesOfFifteen,
      urgency: 'ticket',
      symptom: 'A client with a valid key has been getting 401 for 10 of the last 15 minutes.',
      cause: "The client's API Gateway key was deleted, or is not in a usage plan.",
      action:
        "Run `waypost keys sync` to recreate the key. The access log has the key's id (responseType INVALID_API_KEY).",
    });
  }
}
