import { Duration } from 'aws-cdk-lib';
import { AlarmRule, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { basePathOf, type Service } from '../../../shared/domain/access/service.ts';
import { failedSum, notFromLocationsV3, notRejected, notSandbox } from './deployment-alarms.ts';
import { apiMetric, countLogged, figureMetric, sumOf5Minutes } from './figure-metrics.ts';
import { slowLatency } from './request-alarms.ts';
import { type AlarmContext, isRaised, StageAlarm, StageCompositeAlarm } from './stage-alarm.ts';

/**
 * Windows of the burn-rate alarms. A fault pages if it uses the error budget 10 times as fast as allowed in both
 * windows: the long window shows that the fault matters, and the short one that it continues. At this rate, the 30-day
 * budget lasts 3 days.
 */
const windows = [
  { name: '5-minutes', text: '5 minutes', period: Duration.minutes(5) },
  { name: '1-hour', text: 'hour', period: Duration.hours(1) },
] as const;
const burnRate = 10;

/**
 * Error budget for 30 days, as fractions of all requests: 99.9% must not get a 5xx, and 99% must get a response within
 * 3 seconds.
 */
const budget = { failed: 0.001, slow: 0.01 };

/**
 * Minimum number of failed requests in a window before an alarm pages, so that nobody is paged for a single failure on
 * a quiet night.
 */
const minFailed = 10;

/**
 * Groups of paths whose failures are counted separately. All enquiries could fail while less than 1% of all requests to
 * the API, or to the bill management service, fail.
 */
const surfaces = {
  'bill-management': `${basePathOf['bill-management']}/*`,
  'locations-v2': `${basePathOf['locations-v2']}/*`,
  'locations-v3': `${basePathOf['locations-v3']}/*`,
  enquiries: `${basePathOf['bill-management']}/enquiries`,
} as const satisfies Readonly<Record<Service | 'enquiries', string>>;

export interface PageAlarmsProps extends AlarmContext {
  readonly accessLog: ILogGroup;
  readonly authoriserFailing: StageAlarm;
  readonly catalogueAges: readonly StageAlarm[];
  readonly enquiriesLost: readonly StageAlarm[];
}

/**
 * The alarms that page, one for each fault that clients or subscribers notice, whatever its cause. Each is a composite
 * alarm, so that one outage sends one page. While the API is degraded, the other pages are suppressed, because an
 * outage of a store causes all of them.
 */
export class PageAlarms extends Construct {
  constructor(scope: Construct, id: string, props: PageAlarmsProps) {
    super(scope, id);
    const { authoriserFailing, catalogueAges, enquiriesLost } = props;
    const errors = this.errorAlarms(props);
    const slow = this.slowAlarms(props);
    const raised = (alarm: StageAlarm) => isRaised(alarm, props);

    const degraded = new StageCompositeAlarm(this, 'api-degraded', props, {
      alarmRule: AlarmRule.anyOf(
        ...errors.map((windowed) => AlarmRule.allOf(...windowed.map(raised))),
        AlarmRule.allOf(...slow.map(raised)),
        raised(authoriserFailing),
      ),
      parts: [...errors.flat(), ...slow, authoriserFailing],
      urgency: 'page',
      symptom:
        'At least 1% of the requests to a service or of all enquiries failed, or at least 10% of requests took longer than 3 seconds, in the last 5 minutes and in the last ' +
        'hour; or the authoriser is failing. The state reason names the alarms.',
      cause: 'The last release, an outage of DynamoDB or S3, or exhausted concurrency.',
      action:
        'Check which tickets were raised at the same time (api-errors, functions-failing, answers-failing, throttled, ' +
        'tables-failing), and start with their first actions. If the last release caused it, deploy the previous one with ' +
        '`--despite-alarms`. Check the AWS Health Dashboard.',
    });
    const afterwards = {
      actionsSuppressor: degraded,
      actionsSuppressorWaitPeriod: Duration.minutes(2),
      actionsSuppressorExtensionPeriod: Duration.minutes(10),
    };

    new StageCompositeAlarm(this, 'catalogue-stale', props, {
      ...afterwards,
      alarmRule: AlarmRule.anyOf(...catalogueAges.map(raised)),
      parts: catalogueAges,
      urgency: 'page',
      symptom: 'Searches have used a catalogue older than 2 scheduled runs for 15 minutes.',
      cause:
        'Nothing is being published, perhaps because of a rollback, or the functions cannot read the latest catalogue.',
      action:
        'Run `waypost status`. If nothing was published, start with publication-overdue. Otherwise check the logs of ' +
        'locations-v2 and locations-v3 to find out why they do not load the latest catalogue.',
    });

    new StageCompositeAlarm(this, 'enquiries-lost', props, {
      ...afterwards,
      alarmRule: AlarmRule.anyOf(...enquiriesLost.map(raised)),
      parts: enquiriesLost,
      urgency: 'page',
      symptom:
        'Subscribers, such as a CRM, were not notified of some enquiries, and will not be unless you act. The ' +
        'enquiries are stored.',
      cause: 'The announcer fails or is not invoked, or the bus cannot use its key.',
      action:
        'The state reason names the alarm: enquiries-unannounced, enquiries-unreadable or announcer-silent. Start with its ' +
        'first action.',
    });
  }

  /** Returns the alarms on the fraction of failed requests, as one list per surface with one alarm per window. */
  private errorAlarms(props: PageAlarmsProps): readonly (readonly StageAlarm[])[] {
    const counted = (metricName: string, filter: string) =>
      countLogged(this, props.stage, props.accessLog, metricName, `${filter} && ${notSandbox}`).metric(
        sumOf5Minutes,
      );
    return Object.entries(surfaces).map(([surface, path]) => {
      const ofSurface = `$.resourcePath = "${path}"`;
      // Unlike the alarms that roll back deployments, this metric includes throttled requests, because clients notice
      // them.
      const failed = counted(
        `ServerErrors-${surface}`,
        `$.status = "5*" && ${notFromLocationsV3} && ${ofSurface}`,
      );
      const failedV3 = figureMetric(props.stage, 'AnswersFailed', 'locations-v3');
      const requests = counted(`Requests-${surface}`, `${notRejected} && ${ofSurface}`);
      return windows.map(
        ({ name, text, period }) =>
          new StageAlarm(this, `errors-${surface}-${name}`, props, {
            metric: new MathExpression({
              expression: `IF(${failedSum} >= ${minFailed}, ${failedSum} / requests, 0)`,
              usingMetrics: { failed, ...(surface === 'locations-v3' && { failedV3 }), requests },
              label: 'Share of 5xx',
              period,
            }),
            threshold: burnRate * budget.failed,
            ...partOfDegraded,
            symptom:
              `At least 1% of requests to ${path}, and at least ${minFailed} requests, returned 5xx in the last ` +
              `${text}. Errors that sandbox keys simulate are excluded.`,
          }),
      );
    });
  }

  /**
   * Returns an alarm per window on the fraction of slow requests. Each watches the latency percentile that exceeds the
   * threshold if slow requests use the error budget too fast.
   */
  private slowAlarms(props: PageAlarmsProps): readonly StageAlarm[] {
    const percentile = 100 * (1 - burnRate * budget.slow);
    return windows.map(
      ({ name, text, period }) =>
        new StageAlarm(this, `slow-${name}`, props, {
          metric: apiMetric(props.stage, 'Latency', { statistic: Stats.p(percentile), period }),
          ...slowLatency,
          ...partOfDegraded,
          symptom: `At least 10% of requests took longer than 3 seconds in the last ${text}.`,
        }),
    );
  }
}

const partOfDegraded = {
  urgency: 'page',
  partOf: 'api-degraded',
  cause: 'See api-degraded, which pages when the alarms for both windows are raised.',
  action: 'Start with the first action of api-degraded.',
} as const;
