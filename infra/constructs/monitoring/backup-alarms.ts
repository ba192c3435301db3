import { Duration } from 'aws-cdk-lib';
import {
  ComparisonOperator,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { backupVaultName } from '../../stages/stage-names.ts';
import { metricSum } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

/** Alarms on the daily backups of a number of tables. */
export class BackupAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, tables: number) {
    super(scope, id);
    const jobs = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        // An import of the name from the data stack would prevent a stage from turning its backups off.
        dimensionsMap: { BackupVaultName: backupVaultName(context.stage) },
        statistic: Stats.SUM,
      });

    new StageAlarm(this, 'backup-failed', context, {
      metric: metricSum(
        [
          'NumberOfBackupJobsFailed',
          'NumberOfBackupJobsAborted',
          'NumberOfBackupJobsExpired',
          'NumberOfCopyJobsFailed',
        ].map(jobs),
        { label: 'Failed backups', period: Duration.hours(1) },
      ),
      symptom:
        'A daily backup of enquiries, keys, the audit trail or manual changes failed, or its copy to the other ' +
        'account failed. Point-in-time recovery and earlier backups are not affected.',
      cause: "See the job's failure reason in the AWS Backup console.",
      action: 'Fix the cause, and start the backup manually (see docs/operations.md).',
    });

    new StageAlarm(this, 'backup-missing', context, {
      // Expects one job per table. Evaluates two days, because a job that finishes later than on the previous day can
      // leave one day without a completed job. Days without jobs count as zero. Otherwise, CloudWatch would evaluate
      // earlier days that have data instead.
      metric: new MathExpression({
        expression: 'FILL(jobs, 0)',
        usingMetrics: { jobs: jobs('NumberOfBackupJobsCompleted') },
        period: Duration.days(1),
        label: 'Completed backups',
      }),
      threshold: tables,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: 2,
      symptom:
        'On two consecutive days, not all backups of enquiries, keys, the audit trail and manual changes were ' +
        'completed.',
      cause:
        'The first night after the first deployment has not passed, or the plan does not select all of the tables.',
      action:
        'After the first night, find out in the AWS Backup console which table has no backup. Check that the plan ' +
        'and its selection exist, and that DynamoDB and its advanced features are enabled under Settings.',
    });
  }
}
