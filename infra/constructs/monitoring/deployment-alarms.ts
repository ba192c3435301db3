import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { routes } from '../../routes/routes.ts';
import type { LiveFunction } from '../functions/operation-function.ts';
import { countLogged, figureMetric, metricSum } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

/** Period of the metrics. It is short, so that an alarm is raised during a gradual deployment. */
const period = Duration.minutes(1);
const sum = { statistic: Stats.SUM, period };

/** A single slow request is not a fault, but a faulty version fails at least twice within five minutes. */
const twoMinutesOfFive = { evaluationPeriods: 5, datapointsToAlarm: 2 };

/**
 * Fraction of 5xx responses that raises an alarm. It is reached if a function gets 5% of all traffic, and its new
 * version, which gets 10% of the function's requests, always fails. One failed response in 1,000 does not reach it.
 */
const maxErrorShare = 0.005;

const rollback = 'A deployment in progress rolls back automatically.';
const previousRelease = 'deploy the previous release if the last one caused it.';

/**
 * Services whose functions return 5xx responses themselves, each with a note on other responses that count, or do not
 * count, as errors.
 */
const answeringServices: ReadonlyMap<string, string> = new Map([
  ['bill-management-v1', 'Health checks that find a store down also count.'],
  ['locations-v2', "Searches on a stage without a catalogue return no results and don't count."],
  ['locations-v3', 'A 503 before the first import is published or availability is reported does not count.'],
]);

/**
 * Filter that excludes requests with sandbox keys, which may request errors. API Gateway's own metrics cannot exclude
 * them.
 */
export const notSandbox = '$.sandbox != "true"';

/**
 * Filter that excludes responses of the locations-v3 functions. Before the first import or availability report, they
 * return 503 for requests that any client can send, and the access log does not tell these responses from failures. The
 * functions count their failures themselves, in `AnswersFailed`.
 */
export const notFromLocationsV3 = `($.responseType != "-" || $.resourcePath != "${basePathOf['locations-v3']}/*")`;

/** Expression for the sum of the metrics whose id contains `failed`. A metric without data counts as zero. */
export const failedSum = 'SUM(METRICS("failed"))';

/**
 * Filter that excludes rejected and preflight requests. Anyone can send a flood of them without a key, and it must not
 * hide errors.
 */
export const notRejected = [
  ...['401', '403', '429'].map((status) => `$.status != "${status}"`),
  '$.httpMethod != "OPTIONS"',
].join(' && ');

/**
 * Filter for 5xx responses, except those caused by throttled invocations. Clients can cause throttling, and the
 * throttled alarms watch it.
 */
const failed = '$.status = "5*" && $.lambdaStatus != "429"';

export interface DeploymentAlarmsProps extends AlarmContext {
  readonly accessLog: ILogGroup;
  readonly authoriser: LiveFunction;
  /** All functions of the API except the authoriser. */
  readonly functions: readonly LiveFunction[];
}

/**
 * Adds the alarms on failed requests that roll back deployments. Clients cannot raise them: errors that sandbox keys
 * request do not count, nor do responses that clients do not read to the end, or responses of 503 because nothing has
 * been published or reported yet. The authoriser has its own alarm, because Lambda counts rejected keys, for which API
 * Gateway returns 401, as errors. If the authoriser were part of the alarm on functions, any client could roll back a
 * deployment. `alarmsOf` returns the alarms that roll back a new version of a function.
 */
export const addDeploymentAlarms = (
  scope: Construct,
  { accessLog, authoriser, functions, ...context }: DeploymentAlarmsProps,
) => {
  const { stage } = context;
  const counts = new Construct(scope, 'RequestCounts');
  const logged = (metricName: string, filter: string): Metric =>
    countLogged(counts, stage, accessLog, metricName, filter).metric(sum);

  // 5xx responses, whether a function returned them, a function failed or the authoriser failed.
  const apiErrors = new StageAlarm(scope, 'api-errors', context, {
    metric: new MathExpression({
      expression: `${failedSum} / requests`,
      usingMetrics: {
        failed: logged('FailedRequests', `${failed} && ${notFromLocationsV3} && ${notSandbox}`),
        failedV3: figureMetric(stage, 'AnswersFailed', 'locations-v3'),
        requests: logged('Requests', `${notRejected} && ${notSandbox}`),
      },
      label: 'Share of 5xx',
      period,
    }),
    threshold: maxErrorShare,
    ...twoMinutesOfFive,
    symptom:
      'At least 0.5% of requests returned 5xx in 2 of the last 5 minutes. Errors that sandbox keys simulate are ' +
      'excluded, and so are requests rejected because no instance was free, or because nothing has been published or ' +
      'reported yet.',
    cause: 'A fault in the last release or, if all operations that use one store fail, in DynamoDB or S3.',
    action:
      `${rollback} Otherwise find the failing operations in the access log, and the error in the log of their functions ` +
      'or of the authoriser. If a functions-failing alarm is also raised, it names the service.',
  });

  // Invocations that end without a response, because of a crash, lack of memory or a timeout.
  const functionAlarms = new Construct(scope, 'FunctionAlarms');
  const functionsFailing = [...Map.groupBy(functions, ({ operation }) => operation.service)].map(
    ([service, itsFunctions]) => ({
      service,
      alarm: new StageAlarm(functionAlarms, `functions-failing-${service}`, context, {
        metric: metricSum(failuresOf(service, itsFunctions, logged), { period }),
        ...twoMinutesOfFive,
        symptom: `Functions of the ${service} service ended without a response in 2 of the last 5 minutes, so clients got 5xx.`,
        cause: 'A crash, a timeout or too little memory, usually introduced by the latest release.',
        action: `${rollback} Otherwise find the function on the dashboard and the error in its log, and ${previousRelease}`,
      }),
    }),
  );

  // 5xx responses that functions return themselves. Lambda counts such responses as successes, and the API-wide 5xx rate
  // hides a rare operation, such as submitting enquiries, that always fails.
  const answerAlarms = new Construct(scope, 'AnswerAlarms');
  const answersFailing = [...answeringServices].map(([service, note]) => ({
    service,
    alarm: new StageAlarm(answerAlarms, `answers-failing-${service}`, context, {
      metric: figureMetric(stage, 'AnswersFailed', service, { period }),
      // A single brief outage of a store is not a fault.
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      symptom:
        `Functions of the ${service} service returned 500 or 503, or aborted a response, in 3 of the last 5 minutes, ` +
        `possibly in only one operation. ${note}`,
      cause: 'A permission, table or file missing since the last release, or a DynamoDB or S3 fault.',
      action:
        `${rollback} Otherwise find the failing operations in the access log and the error in their functions' logs, ` +
        `and ${previousRelease}`,
    }),
  }));

  // During a gradual deployment, the API's 5xx rate does not show failures of the authoriser, because API Gateway has
  // cached most clients' keys. They are counted in the access log, because Lambda also counts rejected keys as errors.
  const authoriserFailing = new StageAlarm(scope, 'authoriser-failing', context, {
    metric: logged(
      'AuthoriserFailed',
      '$.responseType = "AUTHORIZER_FAILURE" || $.responseType = "AUTHORIZER_CONFIGURATION_ERROR"',
    ),
    // A single failure, such as a timeout during a cold start, is not a fault.
    threshold: 2,
    ...twoMinutesOfFive,
    urgency: 'page',
    partOf: 'api-degraded',
    symptom:
      'At least 2 requests a minute got 500 because the authoriser failed, in 2 of the last 5 minutes. Keys that API ' +
      'Gateway has cached still work. Rejected keys do not count.',
    cause:
      'The last release or, if the dashboard shows failed key lookups, a keys table that is throttled, missing or ' +
      'down. Keys used in the last 15 minutes then still work.',
    action: `${rollback} Otherwise check the authoriser's log, and ${previousRelease}`,
  });

  const alarmsOf = (live: LiveFunction): readonly StageAlarm[] => {
    if (live === authoriser) return [apiErrors, authoriserFailing];
    const ofService = [...functionsFailing, ...answersFailing].filter(
      ({ service }) => service === live.operation.service,
    );
    return [apiErrors, ...ofService.map(({ alarm }) => alarm)];
  };
  return { alarmsOf, authoriserFailing };
};

/**
 * Returns the metrics of a service's failed invocations. For functions that stream, it counts API Gateway's 5xx in the
 * access log, because Lambda's own metric includes responses that a slow client has not read before the timeout.
 */
const failuresOf = (
  service: string,
  functions: readonly LiveFunction[],
  logged: (metricName: string, filter: string) => Metric,
): readonly IMetric[] => {
  const paths = routes
    .filter((route) => route.streamed && route.handler.startsWith(`functions/${service}/`))
    .map(({ path }) => `$.resourcePath = "${path}"`);
  return [
    ...functions
      .filter(({ operation }) => !operation.streams)
      .map((live) => live.metricErrors({ label: live.operation.node.id })),
    ...(paths.length > 0
      ? [logged(`StreamsFailed-${service}`, `${failed} && $.responseType != "-" && (${paths.join(' || ')})`)]
      : []),
  ];
};
