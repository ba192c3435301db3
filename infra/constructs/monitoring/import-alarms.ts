import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { IRule } from 'aws-cdk-lib/aws-events';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { figureMetric } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

const tenMinutes = Duration.minutes(10);

/** Keeps an alarm raised for an hour, because an import may take only seconds. */
const withinTheHour = { evaluationPeriods: 6, datapointsToAlarm: 1 };

const unlessNewer =
  'If a newer file of its kind has been imported since, upload the old one only if it is meant to replace it.';

const figureAlarms = [
  [
    'import-failed',
    'ImportFailed',
    'A file was not imported, or only in part, and is not retried. The report next to it in the import bucket gives the ' +
      'reason: the file is damaged or too large, was replaced during its import, has invalid metadata, is older than an ' +
      'imported file of its kind, or follows a file whose import stopped partway. Fix the cause and upload the file ' +
      `again, as publishing may be waiting for it. ${unlessNewer} A file without a report has a key that names no known ` +
      "kind or is too long: find it in the importer's log.",
  ],
  [
    'import-refused',
    'ImportRefused',
    'A file that was to replace all records of a kind has no valid lines, so the import was rejected and no records were ' +
      'removed. The report next to it in the import bucket lists the invalid lines. Fix the file, or ask its sender to, ' +
      'and upload it again.',
  ],
  [
    'import-lines-rejected',
    'ImportLinesRejected',
    'A file was imported without its invalid lines, so those records are unchanged or missing. The report next to it in ' +
      'the import bucket lists the lines. Have them corrected, and import the file again.',
  ],
] as const;

export interface ImportAlarmsProps extends AlarmContext {
  readonly triggers: {
    /** Queue of files whose deliveries all failed. */
    readonly undelivered: IQueue;
    /** Rule that sends files to the queue of imports. */
    readonly rule: IRule;
  };
}

/** Alarms on imports. */
export class ImportAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { triggers: { undelivered, rule }, ...context }: ImportAlarmsProps,
  ) {
    super(scope, id);
    for (const [name, figure, alarmDescription] of figureAlarms) {
      new StageAlarm(this, name, context, {
        ...withinTheHour,
        metric: figureMetric(context.stage, figure, 'platform', { statistic: Stats.SUM, period: tenMinutes }),
        alarmDescription,
      });
    }
    new StageAlarm(this, 'import-undelivered', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible({
        statistic: Stats.MAXIMUM,
        period: Duration.minutes(5),
      }),
      evaluationPeriods: 1,
      alarmDescription:
        "All attempts to import a file failed, and it won't be retried. The message in the dead-letter queue names the " +
        "file, and the importer's log gives the error. Fix the cause, upload the file to the import bucket again, then " +
        `purge the queue. ${unlessNewer}`,
    });
    new StageAlarm(this, 'import-not-queued', context, {
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
        "A file was uploaded to the import bucket, but EventBridge couldn't send it to the import queue, so it won't be " +
        'imported. Check that the queue exists and that its policy lets the rule send messages. Then upload the file ' +
        'again: it is the one without a report next to it, or with an older report.',
    });
  }
}
