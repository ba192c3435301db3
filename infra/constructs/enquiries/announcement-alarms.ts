import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import { type AlarmContext, StageAlarm } from '../monitoring/stage-alarm.ts';

/** Period in which the announcements of enquiries are compared with the enquiries. */
const period = Duration.minutes(15);

/**
 * Alarms on announcing enquiries. If one is raised, subscribers may never be notified of an enquiry. The enquiry itself
 * is not lost, because every enquiry stays in the table.
 */
export class AnnouncementAlarms extends Construct {
  /** Alarms on enquiries that subscribers will not be notified of unless somebody acts. */
  readonly enquiriesLost: readonly StageAlarm[];

  constructor(
    scope: Construct,
    id: string,
    context: AlarmContext,
    announcer: IFunction,
    undelivered: IQueue,
  ) {
    super(scope, id);

    new StageAlarm(this, 'announcer-failing', context, {
      metric: announcer.metricErrors(),
      // Failed batches are retried immediately, so a single failure is not a fault.
      evaluationPeriods: 3,
      symptom:
        'The announcer has been failing for 15 minutes, so subscribers such as a CRM are not notified of new enquiries. ' +
        'Enquiries are still accepted and stored.',
      cause: "The last release, or a bus or key that the announcer's role cannot use.",
      action:
        "Find the error in the announcer's log and fix it. Enquiries from the last 20 hours are then announced " +
        'automatically.',
    });

    // Announcements are compared with enquiries, because an announcer that is never invoked reports no errors.
    // Enquiries submitted at the end of a period may be announced in the next. Each data point is therefore about the
    // enquiries of the previous period, and `DIFF` gives access to its values.
    const takenBefore = 'FILL(taken, 0) - DIFF(FILL(taken, 0))';
    const announcedInBoth = '2 * FILL(announced, 0) - DIFF(FILL(announced, 0))';
    const silent = new StageAlarm(this, 'announcer-silent', context, {
      metric: new MathExpression({
        expression: `IF((${takenBefore}) > 0 AND (${announcedInBoth}) == 0, 1, 0)`,
        usingMetrics: {
          taken: figureMetric(context.stage, 'EnquiriesTaken', 'bill-management-v1'),
          announced: figureMetric(context.stage, 'EnquiriesAnnounced', 'platform'),
        },
        period,
        label: 'Enquiries accepted but none announced',
      }),
      // One enquiry is enough, because a quiet stage may get no other before its stream record expires. Keeps the alarm
      // raised for an hour.
      evaluationPeriods: 4,
      datapointsToAlarm: 1,
      urgency: 'page',
      partOf: 'enquiries-lost',
      symptom:
        'Enquiries were accepted, but none was announced within 15 minutes, so subscribers are not being notified. ' +
        'Stream records expire after 24 hours. The alarm clears within 90 minutes of the last such enquiry, even if the ' +
        'fault remains.',
      cause: 'The announcer fails or is not invoked.',
      action:
        'If announcer-failing or enquiries-unreadable is also raised, start there. Otherwise check that the event source ' +
        "mapping is enabled and follows the table's current stream, and that the announcer's role can read the stream " +
        'and use the key. Announce enquiries older than 24 hours by reference number (see docs/operations.md).',
    });

    new StageAlarm(this, 'announcer-behind', context, {
      metric: announcer.metric('IteratorAge', { statistic: Stats.MAXIMUM }),
      threshold: Duration.minutes(15).toMilliseconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      symptom:
        'Enquiries are announced to subscribers more than 15 minutes late. After 20 hours an announcement is moved to the ' +
        'dead-letter queue.',
      cause: 'The announcer fails, or more enquiries arrive than it can handle.',
      action:
        "If announcer-failing is also raised, start there. Otherwise check the announcer's log and duration, and find the " +
        'client that sends most enquiries in the access log.',
    });

    const unannounced = new StageAlarm(this, 'enquiries-unannounced', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible(),
      urgency: 'page',
      partOf: 'enquiries-lost',
      symptom:
        'All attempts to announce some new or erased enquiries failed. Subscribers were not notified of them.',
      cause: 'The announcer failed for 20 hours, or the bus could not use its key.',
      action:
        'The message in the dead-letter queue gives the time range of the enquiries or, if the bus could not use its ' +
        'key, contains the event. Fix the cause, announce the enquiries from that time again (see ' +
        'docs/operations.md), then purge the queue. It keeps messages for 4 days.',
    });

    const unreadable = new StageAlarm(this, 'enquiries-unreadable', context, {
      metric: figureMetric(context.stage, 'EnquiriesUnreadable', 'platform', {
        period: Duration.minutes(10),
      }),
      evaluationPeriods: 6,
      datapointsToAlarm: 1,
      urgency: 'page',
      partOf: 'enquiries-lost',
      symptom:
        'The enquiries table contains an invalid row, which was skipped. Subscribers were not notified of it.',
      cause: 'The last release writes a format that the announcer cannot read, or somebody changed the row.',
      action:
        "Find the enquiry's reference number and the invalid attributes in the announcer's log. Find out what wrote the " +
        'row, correct it, and announce the enquiry again (see docs/operations.md).',
    });
    this.enquiriesLost = [unannounced, unreadable, silent];
  }
}
