import { Duration } from 'aws-cdk-lib';
import { type Alarm, type IMetric, MathExpression, type Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { keyRejections } from '../../../shared/observability/figures.ts';
import { routes } from '../../routes/routes.ts';
import type { LiveFunction } from '../functions/operation-function.ts';
import { accessLogNamespaceOf, figureMetric, figureMetricBy, metricSum } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

/** Short, so that an alarm is raised during a gradual deployment. */
const period = Duration.minutes(1);
const sum = { statistic: Stats.SUM, period };

/** A single slow request is not a fault. A faulty version fails again within these minutes. */
const twoMinutesOfFive = { evaluationPeriods: 5, datapointsToAlarm: 2 };

/**
 * Share of 5xx responses that raises an alarm. A failing function with 5% of the traffic reaches it while its new
 * version takes 10% of the requests; one bad response in 1,000 does not.
 */
const maxErrorShare = 0.005;

const rollback = 'A deployment in progress rolls back automatically.';
const previousRelease = 'deploy the previous release if the last one caused it.';

/** Services whose functions return 5xx responses themselves, with a note on other responses that count. */
const answeringServices: ReadonlyMap<string, string> = new Map([
  ['bill-management-v1', 'Health checks that find a store down also count.'],
  ['locations-v2', "Searches on a stage without a catalogue return no results and don't count."],
  ['locations-v3', 'On a new stage, requests for the export also count until the first import is published.'],
]);

export interface DeploymentAlarmsProps extends AlarmContext {
  /** Access log of API Gateway. */
  readonly accessLog: ILogGroup;
  readonly authoriser: LiveFunction;
  /** All functions of the API except the authoriser. */
  readonly functions: readonly LiveFunction[];
}

/**
 * Adds the alarms on failing requests, and returns the alarms that roll back a new version of a function. Clients
 * cannot raise them: errors that sandbox keys request do not count, nor do responses that clients do not read to the end.
 * The authoriser has its own alarm: Lambda counts rejected keys, for which API Gateway returns 401, as errors, so that with
 * the alarm of other functions any client could roll back a deployment.
 */
export const addDeploymentAlarms = (
  scope: Construct,
  { accessLog, authoriser, functions, ...context }: DeploymentAlarmsProps,
): ((live: LiveFunction) => readonly Alarm[]) => {
  const logged = accessLogCounter(new Construct(scope, 'RequestCounts'), context, accessLog);
  const apiErrors = apiErrorsAlarm(scope, context, logged);
  const functionsFailing = functionAlarms(new Construct(scope, 'FunctionAlarms'), context, functions, logged);
  const answersFailing = answerAlarms(new Construct(scope, 'AnswerAlarms'), context);
  const authoriserFailing = authoriserAlarm(scope, context, authoriser);
  return (live) => {
    if (live === authoriser) return [apiErrors, authoriserFailing];
    const { service } = live.operation;
    const ofService = [functionsFailing.get(service), answersFailing.get(service)];
    return [apiErrors, ...ofService.filter((alarm) => alarm !== undefined)];
  };
};

/** Counts the access log lines that match a filter, as a metric with this name. */
type CountLogged = (metricName: string, filter: string) => Metric;

const accessLogCounter =
  (scope: Construct, { stage }: AlarmContext, logGroup: ILogGroup): CountLogged =>
  (metricName, filter) =>
    new MetricFilter(scope, metricName, {
      logGroup,
      filterPattern: FilterPattern.literal(`{ ${filter} }`),
      metricNamespace: accessLogNamespaceOf(stage),
      metricName,
      metricValue: '1',
    }).metric({ ...sum, label: metricName });

/** Sandbox keys may request errors. API Gateway's own metrics cannot distinguish their requests. */
const notSandbox = '$.sandbox != "true"';

/** 5xx, except for throttled invocations, which clients can cause and the throttled alarms watch. */
const failed = '$.status = "5*" && $.lambdaStatus != "429"';

/** Alarm on 5xx responses of the API: from a function, for a failed function, or for a failed authoriser. */
const apiErrorsAlarm = (scope: Construct, context: AlarmContext, logged: CountLogged): Alarm =>
  new StageAlarm(scope, 'api-errors', context, {
    metric: new MathExpression({
      expression: 'FILL(failed, 0) / requests',
      usingMetrics: {
        failed: logged('FailedRequests', `${failed} && ${notSandbox}`),
        requests: logged('Requests', notSandbox),
      },
      label: 'Share of 5xx',
      period,
    }),
    threshold: maxErrorShare,
    ...twoMinutesOfFive,
    alarmDescription:
      `At least 0.5% of requests returned 5xx in 2 of the last 5 minutes. Requests of sandbox keys do not count. ${rollback} ` +
      'Otherwise find the failing operations in the access log, and the error in the log of their functions or of the ' +
      'authoriser; an active functions-failing alarm narrows it down. If all operations that use one store fail, check ' +
      'whether DynamoDB or S3 is down.',
  });

/** Alarms on invocations that end without a response, because of a crash, memory or timeout; one for each service. */
const functionAlarms = (
  scope: Construct,
  context: AlarmContext,
  functions: readonly LiveFunction[],
  logged: CountLogged,
): ReadonlyMap<string, Alarm> => {
  const services = Map.groupBy(functions, ({ operation }) => operation.service);
  return new Map(
    [...services].map(([service, itsFunctions]) => [
      service,
      new StageAlarm(scope, `functions-failing-${service}`, context, {
        metric: metricSum({
          each: 'failures',
          metrics: failuresOf(service, itsFunctions, logged),
          period,
        }),
        ...twoMinutesOfFive,
        alarmDescription:
          `Functions of ${service} are crashing, running out of memory or timing out, so clients get 5xx responses. ` +
          `${rollback} Otherwise find the function on the dashboard and the error in its log, and ${previousRelease}`,
      }),
    ]),
  );
};

/**
 * Returns the failures of a service's functions. For functions that stream, these are the 5xx of API Gateway in the
 * access log: Lambda's own metric includes responses that a slow client has not read by the timeout.
 */
const failuresOf = (
  service: string,
  functions: readonly LiveFunction[],
  logged: CountLogged,
): readonly IMetric[] => {
  const streamed = routes.filter(
    (route) => route.streamed && route.handler.startsWith(`functions/${service}/`),
  );
  const paths = streamed.map(({ path }) => `$.resourcePath = "${path}"`).join(' || ');
  return [
    ...functions
      .filter(({ operation }) => !operation.streams)
      .map((live) => live.metricErrors({ ...sum, label: live.operation.node.id })),
    ...(streamed.length > 0
      ? [logged(`StreamsFailed-${service}`, `${failed} && $.responseType != "-" && (${paths})`)]
      : []),
  ];
};

/**
 * Alarms on responses of 500 and above, one for each service: Lambda counts them as successes, and the API's share of
 * 5xx hides that a rare operation, such as submitting enquiries, always fails.
 */
const answerAlarms = (scope: Construct, context: AlarmContext): ReadonlyMap<string, Alarm> =>
  new Map(
    [...answeringServices].map(([service, note]) => [
      service,
      new StageAlarm(scope, `answers-failing-${service}`, context, {
        metric: figureMetric(context.stage, 'AnswersFailed', service, sum),
        // A single brief failure of a store is not a fault.
        evaluationPeriods: 5,
        datapointsToAlarm: 3,
        alarmDescription:
          `Functions of ${service} returned 500 or 503 in 3 of the last 5 minutes, or broke off a response, possibly in ` +
          'only one operation. ' +
          `${rollback} Otherwise a permission, table or file is missing, or DynamoDB or S3 is down: find the failing ` +
          `operations in the access log and the error in their functions' logs, and ${previousRelease} ${note}`,
      }),
    ]),
  );

/**
 * Alarm on failures of the authoriser itself. The API's 5xx do not show them during a gradual deployment, as the
 * gateway has cached most clients' keys.
 */
const authoriserAlarm = (scope: Construct, context: AlarmContext, authoriser: LiveFunction): Alarm =>
  new StageAlarm(scope, 'authoriser-failing', context, {
    metric: authoriserFailures(context, authoriser),
    ...twoMinutesOfFive,
    alarmDescription:
      'The authoriser is failing, so requests get 500 unless API Gateway has cached their key. Rejected keys do not ' +
      `count. ${rollback} Otherwise check the dashboard for failed key lookups. If there are any, the table of API keys ` +
      'is throttled or missing, or DynamoDB is down; keys used in the last 15 minutes still work. If there are none, the ' +
      `authoriser is crashing or timing out: check its log, and ${previousRelease}`,
  });

/**
 * Returns the failures of the authoriser beyond 10% of its errors. A rejection counts as a Lambda error in the minute
 * in which it began, but as a metric in the minute in which it was written, so under a flood of bad keys the two never
 * match exactly.
 */
const authoriserFailures = ({ stage }: AlarmContext, live: LiveFunction): MathExpression => {
  const { service } = live.operation;
  const refused = Object.fromEntries(
    keyRejections.map((reason, index) => [
      `refused${index}`,
      figureMetricBy(stage, 'KeysRefused', { service, reason }, { ...sum, label: reason }),
    ]),
  );
  return new MathExpression({
    // SUM ignores missing metrics, as a reason without rejections has no datapoints.
    expression: `1.9 * errors - SUM([errors, ${Object.keys(refused).join(', ')}])`,
    usingMetrics: { errors: live.metricErrors({ ...sum, label: 'Errors' }), ...refused },
    label: 'Failures',
    period,
  });
};
