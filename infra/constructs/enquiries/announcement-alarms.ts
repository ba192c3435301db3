import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, MathExpression, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from '../monitoring/figure-metrics.ts';
import { type AlarmHouse, StageAlarm } from '../monitoring/stage-alarm.ts';

const fiveMinutes = Duration.minutes(5);
const quarterOfAnHour = Duration.minutes(15);

const atLeastOne = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

export interface AnnouncementAlarmsProps extends AlarmHouse {
  readonly announcer: IFunction;
  /** Queue of undelivered announcements. */
  readonly undelivered: IQueue;
}

/** Alarms of announcing enquiries. None means a lost enquiry, as each stays in its table. */
export class AnnouncementAlarms extends Construct {
  constructor(scope: Construct, id: string, { announcer, undelivered, ...house }: AnnouncementAlarmsProps) {
    super(scope, id);

    new StageAlarm(this, 'announcer-failing', house, {
      ...atLeastOne,
      metric: announcer.metricErrors({ statistic: Stats.SUM, period: fiveMinutes }),
      // A single failed attempt is retried at once.
      evaluationPeriods: 3,
      alarmDescription:
        'Enquiries have not been announced for a quarter of an hour: subscribers, such as a CRM, do not hear of new ones. ' +
        'They are taken and kept as before. The log of the announcer says why; once it is mended they are announced by ' +
        'themselves, for 20 hours at most.',
    });

    this.watchSilence(announcer, house);

    new StageAlarm(this, 'enquiries-unannounced', house, {
      ...atLeastOne,
      metric: undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: fiveMinutes,
      }),
      evaluationPeriods: 1,
      alarmDescription:
        'Enquiries were given up before subscribers heard of them. The message in the queue says of which time they are, ' +
        'or, where the bus could not use its key, holds the event itself. Mend what is wrong, announce the enquiries of ' +
        'that time again as docs/operations.md says, then purge the queue.',
    });

    new StageAlarm(this, 'enquiries-unreadable', house, {
      ...atLeastOne,
      metric: figureMetric(house.stage, 'EnquiriesUnreadable', 'platform', {
        statistic: Stats.SUM,
        period: Duration.minutes(10),
      }),
      evaluationPeriods: 6,
      datapointsToAlarm: 1,
      alarmDescription:
        'A row of the table of enquiries cannot be read as one, and subscribers do not hear of it. The log of the announcer ' +
        'names it by its reference number, and the attributes at fault. Find out what wrote the row, correct it, and ' +
        'announce it again as docs/operations.md says.',
    });
  }

  /** Watches for enquiries without announcements, as an announcer that is never invoked has no errors. */
  private watchSilence(announcer: IFunction, house: AlarmHouse): void {
    const sum = { statistic: Stats.SUM, period: quarterOfAnHour };
    new StageAlarm(this, 'announcer-silent', house, {
      ...atLeastOne,
      metric: new MathExpression({
        expression: 'IF(FILL(taken, 0) > 0 AND FILL(announced, 0) == 0, 1, 0)',
        usingMetrics: {
          taken: figureMetric(house.stage, 'EnquiriesTaken', 'bill-management-v1', sum),
          announced: figureMetric(house.stage, 'EnquiriesAnnounced', 'platform', sum),
        },
        period: quarterOfAnHour,
        label: 'Enquiries taken and none announced',
      }),
      // Enquiries submitted at the end of one period are announced in the next.
      evaluationPeriods: 2,
      alarmDescription:
        'Enquiries have been taken for half an hour and none was announced: subscribers do not hear of new ones. Where ' +
        'announcer-failing is raised as well, begin there. Else nothing calls the announcer: see that its event source ' +
        "mapping is enabled, that the table's stream is on and is the one that it follows, and that its role may read " +
        'the stream and use the key. DynamoDB forgets the stream after 24 hours; what it has forgotten is announced by ' +
        'reference number, as docs/operations.md says. Repetitions of enquiries that were announced long ago raise it, too.',
    });

    new StageAlarm(this, 'announcer-behind', house, {
      metric: announcer.metric('IteratorAge', { statistic: Stats.MAXIMUM, period: fiveMinutes }),
      threshold: quarterOfAnHour.toMilliseconds(),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      evaluationPeriods: 1,
      alarmDescription:
        'Subscribers hear of enquiries more than a quarter of an hour late. Where announcer-failing is raised as well, ' +
        'begin there. Else more enquiries come than the announcer takes: see its log and its durations, and which client ' +
        'sends so many. What is 20 hours late is given up.',
    });
  }
}
