import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { routes } from '../../routes/routes.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { OperationFunction } from '../functions/operation-function.ts';
import { accessLogNamespaceOf, metricSum } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

const fiveMinutes = Duration.minutes(5);

/** Slow even for a search that includes a cold start and reading the catalogue. */
const slowMilliseconds = 3_000;

/**
 * Alarms on latency, with their percentiles. CloudWatch ignores a percentile p of fewer than 10 / (1 - p) requests: p99
 * needs 1,000 in five minutes (3.3 a second), p90 only 100.
 */
const slowAlarms = [
  ['api-slow', 99],
  ['api-slow-p90', 90],
] as const;

/** A single bad period raises no alarm. */
const tenMinutesOfFifteen = { evaluationPeriods: 3, datapointsToAlarm: 2 };

type RequestSettings = Pick<StageSettings, 'name' | 'tracing' | 'reserveConcurrency' | 'limits'>;

export interface RequestAlarmsProps extends AlarmContext {
  readonly stage: RequestSettings;
  /** Name of the API in its metrics. */
  readonly apiName: string;
  readonly functions: readonly OperationFunction[];
}

/** Alarms on slow, throttled and unfinished requests; addDeploymentAlarms watches 5xx. No traffic is not an alarm. */
export class RequestAlarms extends Construct {
  constructor(scope: Construct, id: string, props: RequestAlarmsProps) {
    super(scope, id);
    const { stage, apiName, functions } = props;

    for (const [name, percentile] of slowAlarms) {
      new StageAlarm(this, name, props, {
        metric: new Metric({
          namespace: 'AWS/ApiGateway',
          metricName: 'Latency',
          dimensionsMap: { ApiName: apiName, Stage: stage.name },
          statistic: Stats.p(percentile),
          period: fiveMinutes,
        }),
        threshold: slowMilliseconds,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        evaluationPeriods: 3,
        // With few requests, the slowest is merely a cold start.
        evaluateLowSampleCountPercentile: 'ignore',
        alarmDescription: describeSlow(percentile, stage),
      });
    }

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
        alarmDescription:
          `For 15 minutes, functions of ${service} have not finished streamed responses. A client that takes longer than ` +
          '60 seconds to read a response also counts, so this alarm does not roll back deployments. If the log of a ' +
          'function has only timeouts, find the client that reads slowly in the access log. Otherwise the function is crashing or ' +
          'running out of memory: find the error in its log, and deploy the previous release if the last one caused it.',
      });
    }

    // An alarm has room for the functions of one service, not for all.
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
        alarmDescription: describeThrottled(service, stage),
      });
    }
  }
}

/** A stage without traces has the latencies of its access log instead. */
const describeSlow = (percentile: number, { tracing }: RequestSettings): string =>
  [
    `p${percentile} latency has exceeded 3 seconds for 15 minutes.`,
    'Find the slow functions on the dashboard.',
    'If many are slow, a store is slow or cold starts are frequent (raise provisionedConcurrency).',
    tracing
      ? 'If only one is slow, check its traces.'
      : 'If only one is slow, filter the access log by its resourcePath: compare integrationLatency and authorizerLatency ' +
        'with responseLatency, and see which keyId sends the requests. If that does not explain it, enable tracing ' +
        'temporarily.',
    'Clients that read long lists slowly also count.',
  ].join(' ');

const describeThrottled = (service: string, stage: RequestSettings): string =>
  [
    `Lambda throttled functions of ${service} in 10 of the last 15 minutes; the dashboard shows which.`,
    service === 'platform'
      ? 'If the authoriser is throttled, requests get 500 unless API Gateway has cached their key. If the functions for ' +
        'unknown paths and methods are throttled, clients get 5xx instead of 404 and 405. Throttled publishing and ' +
        'imports retry automatically and finish late.'
      : 'Clients get 5xx responses.',
    "The account's concurrency quota is used up: find the functions that use most of it on the dashboard, and check the " +
      'access log for one client that causes the load. If there is none, ask AWS for a higher quota.',
    ...(hasReservations(service, stage)
      ? [
          'If only a function with reserved concurrency is throttled, it has reached its reservation instead: find the ' +
            'client that floods it in the access log, or raise the number in infra/stages/limits.ts.',
        ]
      : []),
  ].join(' ');

/** Whether any function of the service has reserved concurrency, as the authoriser in `platform` has. */
const hasReservations = (service: string, { reserveConcurrency, limits }: RequestSettings): boolean =>
  reserveConcurrency &&
  (service === 'platform' ||
    routes.some(
      ({ operationId, handler }) =>
        handler.startsWith(`functions/${service}/`) &&
        limits.operations[operationId].reservedConcurrency !== undefined,
    ));

export interface UnadmittedClientsProps extends AlarmContext {
  /** Access log of API Gateway. */
  readonly accessLog: ILogGroup;
}

/**
 * Alarm on valid keys whose client is unknown to the usage plans, because its API Gateway key was deleted. Counted in
 * the access log, as no metric distinguishes these rejections.
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
      // A client that calls while its key is being added to the plan is rejected once or twice.
      ...tenMinutesOfFifteen,
      alarmDescription:
        "A client with a valid key is getting 401 responses because its API Gateway key isn't in a usage plan. Run " +
        '`waypost keys sync` to recreate it. The access log has the id of the key (responseType INVALID_API_KEY).',
    });
  }
}
