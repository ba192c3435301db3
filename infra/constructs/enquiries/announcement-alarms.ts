import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import { type AlarmContext, StageAlarm } from '../monitoring/stage-alarm.ts';

const fiveMinutes = Duration.minutes(5);
const fifteenMinutes = Duration.minutes(15);

export interface AnnouncementAlarmsProps extends AlarmContext {
  readonly announcer: IFunction;
  /** Queue of undelivered announcements. */
  readonly undelivered: IQueue;
}

/** Alarms on announcing enquiries. None means a lost enquiry, as each stays in its table. */
export class AnnouncementAlarms extends Construct {
  constructor(scope: Construct, id: string, { announcer, undelivered, ...context }: AnnouncementAlarmsProps) {
    super(scope, id);

    new StageAlarm(this, 'announcer-failing', context, {
      metric: announcer.metricErrors({ statistic: Stats.SUM, period: fiveMinutes }),
      // A single failed attempt is retried at once.
      evaluationPeriods: 3,
      alarmDescription:
        'The announcer has been failing for 15 minutes, so subscribers such as a CRM are not notified of new enquiries. ' +
        "Enquiries are still accepted and stored. Find the error in the announcer's log and fix it: enquiries of the last " +
        '20 hours are then announced automatically.',
    });

    this.watchSilence(announcer, context);

    new StageAlarm(this, 'enquiries-unannounced', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: fiveMinutes,
      }),
      evaluationPeriods: 1,
      alarmDescription:
        'All attempts to announce some new or erased enquiries failed, so subscribers were not notified. The message in the ' +
        'dead-letter queue gives their time range or, if the bus could not use its key, contains the event. Fix the ' +
        'cause, announce the enquiries of that time again (see docs/operations.md), then purge the queue. It keeps messages for 4 days.',
    });

    new StageAlarm(this, 'enquiries-unreadable', context, {
      metric: figureMetric(context.stage, 'EnquiriesUnreadable', 'platform', {
        statistic: Stats.SUM,
        period: Duration.minutes(10),
      }),
      evaluationPeriods: 6,
      datapointsToAlarm: 1,
      alarmDescription:
        'The enquiries table contains an invalid row, which was skipped: subscribers were not notified of it. The ' +
        "announcer's log has its reference number and the invalid attributes. Find out what wrote the row, correct it, " +
        'and announce it again (see docs/operations.md).',
    });
  }

  /** Watches for enquiries without announcements, as an announcer that is never invoked has no errors. */
  private watchSilence(announcer: IFunction, context: AlarmContext): void {
    const sum = { statistic: Stats.SUM, period: fifteenMinutes };
    new StageAlarm(this, 'announcer-silent', context, {
      metric: new MathExpression({
        expression: 'IF(FILL(taken, 0) > 0 AND FILL(announced, 0) == 0, 1, 0)',
        usingMetrics: {
          taken: figureMetric(context.stage, 'EnquiriesTaken', 'bill-management-v1', sum),
          announced: figureMetric(context.stage, 'EnquiriesAnnounced', 'platform', sum),
        },
        period: fifteenMinutes,
        label: 'Enquiries accepted but none announced',
      }),
      // Enquiries submitted at the end of one period are announced in the next.
      evaluationPeriods: 2,
      alarmDescription:
        'Enquiries have been accepted for 30 minutes but none was announced, so subscribers are not notified. If ' +
        'announcer-failing is also raised, start there. Otherwise the announcer is not invoked: check that its event ' +
        "source mapping is enabled, that the mapping follows the table's current stream, and that the announcer's role " +
        'can read the stream and use the key. Stream records expire after 24 hours; announce older enquiries by reference ' +
        'number (see docs/operations.md). Clients that resend enquiries announced long ago also raise this alarm.',
    });

    new StageAlarm(this, 'announcer-behind', context, {
      metric: announcer.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: fiveMinutes }),
      threshold: fifteenMinutes.toMilliseconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: 1,
      alarmDescription:
        'Enquiries are announced to subscribers more than 15 minutes late. If announcer-failing is also raised, start ' +
        "there. Otherwise more enquiries arrive than the announcer can handle: check the announcer's log and duration, " +
        'and find the client that sends most enquiries in the access log. After 20 hours an announcement is moved to the ' +
        'dead-letter queue.',
    });
  }
}
