import { Duration } from 'aws-cdk-lib';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { metricSum } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

const hour = Duration.hours(1);

/** Alarms on the daily backups. */
export class BackupAlarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { vault, ...context }: AlarmContext & { readonly vault: IBackupVault },
  ) {
    super(scope, id);
    const jobs = (metricName: string): Metric =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vault.backupVaultName },
        statistic: Stats.SUM,
        period: hour,
      });

    new StageAlarm(this, 'backup-failed', context, {
      metric: metricSum({
        each: 'jobs',
        metrics: [
          'NumberOfBackupJobsFailed',
          'NumberOfBackupJobsAborted',
          'NumberOfBackupJobsExpired',
          'NumberOfCopyJobsFailed',
        ].map(jobs),
        label: 'Failed backups',
        period: hour,
      }),
      evaluationPeriods: 1,
      urgency: 'ticket',
      symptom:
        'A daily backup of enquiries, keys or the audit trail failed, or its copy to the other account did. Point-in-time ' +
        'recovery and earlier backups are not affected.',
      cause: 'The reason of the failed job in the AWS Backup console tells.',
      action: 'Fix the reason, and start the backup by hand (see docs/operations.md).',
    });

    new StageAlarm(this, 'backup-missing', context, {
      metric: jobs('NumberOfBackupJobsCompleted'),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
      evaluationPeriods: 36,
      urgency: 'ticket',
      symptom: 'No backup of enquiries, keys and the audit trail was completed for 36 hours.',
      cause: 'The first night after the first deployment has not passed, or the plan selects nothing.',
      action:
        'After the first night, check in the AWS Backup console that the plan and its selection exist, and that the account ' +
        'uses AWS Backup for DynamoDB, with its advanced features (Settings).',
    });
  }
}
