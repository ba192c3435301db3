import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { FigureName } from '../../../shared/observability/figures.ts';
import type { ImportTriggers } from '../importing/import-triggers.ts';
import { figureMetric } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

const tenMinutes = Duration.minutes(10);

/** Keeps an alarm raised for an hour, because the metric of an import may have data for only one period. */
const withinTheHour = { evaluationPeriods: 6, datapointsToAlarm: 1 };

const unlessNewer =
  'If a newer file of its kind has been imported since, upload the old one only if it is meant to replace it.';

export class ImportAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, { undelivered, rule }: ImportTriggers) {
    super(scope, id);
    const count = (name: FigureName) => figureMetric(context.stage, name, 'platform', { period: tenMinutes });
    new StageAlarm(this, 'import-failed', context, {
      ...withinTheHour,
      metric: count('ImportFailed'),
      symptom:
        'A file was not imported, or only in part, and the import will not be retried. Publishing may be waiting for it.',
      cause:
        'The file is damaged or too large, was replaced during its import, has invalid metadata, is older than an imported ' +
        'file of its kind, or follows a file whose import stopped partway.',
      action:
        'The report next to the file in the import bucket gives the reason. Fix the cause and upload the file again. ' +
        `${unlessNewer} If there is no report, the file's key contains no known kind or is too long; find it in the ` +
        "importer's log.",
    });
    new StageAlarm(this, 'import-refused', context, {
      ...withinTheHour,
      metric: count('ImportRefused'),
      symptom: 'A file that should replace all records of a kind was rejected. No records were removed.',
      cause: 'The file has no valid lines, usually because its format changed.',
      action:
        'The report next to the file in the import bucket lists the invalid lines. Fix the file, or ask its sender to, and upload ' +
        'it again.',
    });
    new StageAlarm(this, 'import-lines-rejected', context, {
      ...withinTheHour,
      metric: count('ImportLinesRejected'),
      symptom: 'A file was imported without its invalid lines, so those records are unchanged or missing.',
      cause: 'The file already contained errors when it was sent.',
      action:
        'The report next to the file in the import bucket lists these lines. Have them corrected, and import the file again.',
    });
    new StageAlarm(this, 'import-undelivered', context, {
      metric: undelivered.metricApproximateNumberOfMessagesVisible(),
      symptom: 'All attempts to import a file failed, and the import will not be retried.',
      cause: 'The importer crashed, ran out of memory or timed out, or a store was down.',
      action:
        "The message in the dead-letter queue names the file, and the importer's log gives the error. Fix the cause, " +
        `upload the file to the import bucket again, then purge the queue. ${unlessNewer}`,
    });
    new StageAlarm(this, 'import-not-queued', context, {
      ...withinTheHour,
      // EventBridge counts most failures only after retrying for a day, but missing permissions immediately.
      metric: new Metric({
        namespace: 'AWS/Events',
        metricName: 'FailedInvocations',
        dimensionsMap: { RuleName: rule.ruleName },
        statistic: Stats.SUM,
        period: tenMinutes,
      }),
      symptom:
        'A file was uploaded to the import bucket but did not reach the import queue, so it will not be imported.',
      cause: 'The queue does not exist, or its policy does not let the rule send messages.',
      action:
        'Check the queue and its policy. Then upload the file again. To find the file, look for one whose report is ' +
        'missing or older than the file itself.',
    });
  }
}
