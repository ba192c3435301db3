import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from './figure-metrics.ts';
import { type AlarmHouse, StageAlarm } from './stage-alarm.ts';

const tenMinutes = Duration.minutes(10);

const atLeastOne = {
  threshold: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
};

/** Keeps an alarm raised for an hour, as an import is short but its consequences are not. */
const withinTheHour = { ...atLeastOne, evaluationPeriods: 6, datapointsToAlarm: 1 };

const meaning = {
  ImportFailed: [
    'import-failed',
    'A file could not be imported, or not to its end: it is damaged or too large, was replaced meanwhile, has metadata that mean nothing, was put before a file of its kind that is imported already, or came after another that stopped half-way. The report beside it in the import bucket says which; it is not tried again. Mend what is wrong and put it there again: publications may wait for that. If a newer file was imported before it, leave it unless it is meant. A file without a report has a key under no kind, mistyped perhaps, or too long a key: the log of the importer names it.',
  ],
  ImportRefused: [
    'import-refused',
    'A file without one valid line was to replace a whole kind: nothing was removed. The report beside it in the import bucket names the lines. Mend the file, or ask whoever sent it, and put it there again.',
  ],
  ImportLinesRejected: [
    'import-lines-rejected',
    'A file was imported without some of its lines: those records are as they were before, or missing. The report beside it in the import bucket names the lines. Have them mended and import the file again.',
  ],
} as const;

export interface ImportAlarmsProps extends AlarmHouse {
  readonly triggers: {
    /** Queue of files whose deliveries all failed. */
    readonly undelivered: IQueue;
    /** Rule that sends files to the queue of imports. */
    readonly rule: IRule;
  };
}

/** Alarms of importing. */
export class ImportAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { triggers: { undelivered, rule }, ...house }: ImportAlarmsProps,
  ) {
    super(scope, id);
    for (const figure of ['ImportFailed', 'ImportRefused', 'ImportLinesRejected'] as const) {
      const [name, alarmDescription] = meaning[figure];
      new StageAlarm(this, name, house, {
        ...withinTheHour,
        metric: figureMetric(house.stage, figure, 'platform', { statistic: Stats.SUM, period: tenMinutes }),
        alarmDescription,
      });
    }
    new StageAlarm(this, 'import-undelivered', house, {
      ...atLeastOne,
      metric: undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(5),
      }),
      evaluationPeriods: 1,
      alarmDescription:
        "A file was given up after all its tries. The queue's message names it, the importer's log says why. Mend what " +
        'is wrong, put the file into the import bucket again, then purge the queue. If a newer file of its kind was ' +
        'imported since, leave it unless it is meant.',
    });
    new StageAlarm(this, 'import-not-queued', house, {
      ...withinTheHour,
      // EventBridge counts a failure after a day of retries, but missing permissions at once.
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'FailedInvocations',
        dimensionsMap: { RuleName: rule.ruleName },
        statistic: Stats.SUM,
        period: tenMinutes,
      }),
      alarmDescription:
        'A file was put into the import bucket, and EventBridge could not hand it to the queue of imports: nobody will ' +
        'import it. Look whether the queue is there and its policy lets the rule send. The file is the one without a ' +
        'report beside it, or with an older one: put it into the import bucket again.',
    });
  }
}
