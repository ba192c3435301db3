import { ComparisonOperator, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { OperationFunction } from '../functions/operation-function.ts';
import { apiMetric, countLogged, figureMetric, metricSum, sumOf5Minutes } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

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

/** A single bad period does not raise an alarm. */
const tenMinutesOfFifteen = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/**
 * Alarms on slow, throttled and unfinished requests. Alarms on 5xx are in addDeploymentAlarms. No alarm is raised when
 * there is no traffic.
 */
export class RequestAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, functions: readonly OperationFunction[]) {
    super(scope, id);

    for (const [name, percentile] of slowAlarms) {
      new StageAlarm(this, name, context, {
        metric: apiMetric(context.stage, 'Latency', { statistic: Stats.p(percentile) }),
        ...slowLatency,
        evaluationPeriods: 3,
        symptom:
          `p${percentile} latency has exceeded 3 seconds for 15 minutes. Clients that read long lists slowly also ` +
          'count.',
        cause:
          "A slow store or frequent cold starts if many functions are slow, otherwise one client's requests.",
        action:
          'Find the slow functions on the dashboard. If many are slow, check the stores, and raise provisionedConcurrency ' +
          'if cold starts are frequent. If only one is slow, filter the access log by its resourcePath: compare ' +
          'integrationLatency and authorizerLatency with responseLatency, and see which keyId sends the requests. If that ' +
          'does not explain it, check its traces. If the stage has no traces, set `tracing` temporarily.',
      });
    }

    new StageAlarm(this, 'key-lookups-failing', context, {
      metric: figureMetric(context.stage, 'AuthoriserFailures', 'platform'),
      ...tenMinutesOfFifteen,
      symptom:
        'Lookups of API keys failed in 10 of the last 15 minutes. Keys used in the last 15 minutes still work. ' +
        'If requests with other keys fail, authoriser-failing is raised too.',
      cause: 'The keys table is throttled, missing or down, or the authoriser lacks permission to read it.',
      action:
        "Find the error in the authoriser's log. If the table is throttled, start with tables-throttled.",
    });

    const streams = functions.filter((each) => each.streams);
    for (const [service, itsFunctions] of Map.groupBy(streams, (each) => each.service)) {
      new StageAlarm(this, `streams-unfinished-${service}`, context, {
        evaluationPeriods: 3,
        metric: metricSum(
          itsFunctions.map((each) => each.metricErrors({ label: each.node.id })),
          { label: 'Unfinished' },
        ),
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
      new StageAlarm(this, `throttled-${service}`, context, {
        ...tenMinutesOfFifteen,
        metric: metricSum(
          itsFunctions.map((each) => each.metricThrottles({ label: each.node.id })),
          { label: 'Throttled' },
        ),
        symptom:
          `Lambda throttled functions of the ${service} service in 10 of the last 15 minutes. ` +
          (service === 'platform'
            ? 'If the authoriser is throttled, requests get 500 unless API Gateway has cached their key. If the functions ' +
              'for unknown paths and methods are throttled, clients get 5xx instead of 404 and 405. Throttled publishing ' +
              'and imports retry automatically and finish late.'
            : 'Clients get 5xx responses.'),
        cause:
          "The account's concurrency quota is used up or, if only a function with reserved concurrency is throttled, its " +
          'reservation.',
        action:
          'Find the throttled functions, and those that use most of the concurrency, on the dashboard, and check the access ' +
          'log for one client that causes the load. If no client does, ask AWS for a higher quota. If a reservation is used ' +
          'up, raise the number in infra/stages/limits.ts.',
      });
    }
  }
}

/**
 * Alarm on clients whose key is valid but has no API Gateway key in a usage plan. The rejections are counted in the
 * access log, because no metric separates them from other rejections.
 */
export class UnadmittedClients extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, accessLog: ILogGroup) {
    super(scope, id);
    const filter = '$.responseType = "INVALID_API_KEY"';
    new StageAlarm(this, 'clients-unadmitted', context, {
      metric: countLogged(this, context.stage, accessLog, 'UnadmittedRequests', filter).metric(sumOf5Minutes),
      // A client that sends requests while its key is being added to the plan is rejected once or twice.
      ...tenMinutesOfFifteen,
      symptom: 'A client with a valid key has been getting 401 for 10 of the last 15 minutes.',
      cause: "The client's API Gateway key was deleted, or is not in a usage plan.",
      action:
        "Run `waypost keys sync` to recreate the key. The access log has the key's id (responseType INVALID_API_KEY).",
    });
  }
}
