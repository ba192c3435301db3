import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import { type AlarmContext, StageAlarm } from '../monitoring/stage-alarm.ts';

/** If more than this percentage of the network is reported as not accepting parcels, the reports are probably wrong. */
const maxNotAccepting = 100 / 3;

/**
 * Alarms on reports about which work centres accept parcels. `undelivered` has the events whose reports were not stored,
 * or not completely.
 */
export class AvailabilityAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, undelivered: IQueue) {
    super(scope, id);
    new StageAlarm(this, 'availability-undelivered', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible(),
      symptom:
        'Some reports about which work centres accept parcels were not stored. Clients may send parcels to full lockers.',
      cause:
        'Rows of an event are invalid, there are reports for too many locations, or the function failed for ten minutes.',
      action:
        'The log of the function PlatformReportAvailability lists the invalid rows and the reasons, or its error. Have ' +
        'the sender correct its events, or fix the cause. Start a redrive only within an hour. After ' +
        'that, it could restore withdrawn reports, so import a file with all reports, and purge the messages.',
    });
    new StageAlarm(this, 'network-not-accepting', context, {
      metric: figureMetric(context.stage, 'NotAcceptingPercent', 'platform', {
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(10),
      }),
      threshold: maxNotAccepting,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      // Keeps the alarm raised for an hour, because the metric only has data when reports arrive.
      evaluationPeriods: 6,
      datapointsToAlarm: 1,
      symptom:
        'More than a third of the network is reported as not accepting parcels. Clients that filter by `accepting` ' +
        'do not see those work centres.',
      cause: 'A source of reports is faulty, or an unauthorised sender can put events on the bus.',
      action:
        "Ask the owners of the sources in the stage's settings. To undo wrong reports, import an availability file, " +
        'which replaces all of them (see docs/operations.md).',
    });
  }
}
