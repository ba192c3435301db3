import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { recoveryDays } from '../../../shared/domain/billing/enquiry.ts';
import { backupVaultName } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

/**
 * Daily backups in a locked vault. Nobody, not even the account's root user, can delete its backups, remove its lock or
 * shorten its retention. Point-in-time recovery is not enough, because it can be turned off. The vault accepts no
 * backup with a retention of more than `recoveryDays`, so that no backup outlives the promised deletion of personal
 * data.
 */
export class Backups extends Construct {
  readonly vault: BackupVault;
  readonly tables: readonly Table[];
  /** Role with which AWS Backup creates and restores backups. */
  readonly role: Role;

  constructor(scope: Construct, id: string, stage: StageSettings, tables: readonly Table[]) {
    super(scope, id);
    this.tables = tables;
    const copyTo = stage.backups?.copyTo;
    const kept = Duration.days(recoveryDays);
    // The vault is encrypted with AWS's own key for backups, which nobody can delete. Deleting a customer managed key
    // would destroy the backups.
    this.vault = new BackupVault(this, 'Vault', {
      backupVaultName: backupVaultName(stage),
      lockConfiguration: {
        // The CDK rejects a minimum that equals the maximum.
        minRetention: Duration.days(recoveryDays - 1),
        maxRetention: kept,
        // AWS's minimum number of days until the lock becomes final. Until then, a mistake in these numbers can be
        // corrected.
        changeableFor: Duration.days(3),
      },
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: backupPolicies.map((path) => ManagedPolicy.fromAwsManagedPolicyName(path)),
    });
    for (const path of backupPolicies)
      Validations.of(this.role).acknowledge({
        id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${path}]`,
        reason:
          'AWS documents no narrower policy for AWS Backup and changes this one with the service. Only the service can assume the role.',
      });
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: this.vault,
          scheduleExpression: Schedule.cron({ hour: '16', minute: '0' }),
          startWindow: Duration.hours(2),
          completionWindow: Duration.hours(12),
          deleteAfter: kept,
          ...(copyTo && {
            copyActions: [
              {
                destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'CopyTo', copyTo),
                deleteAfter: kept,
              },
            ],
          }),
        }),
      ],
    });
    plan.addSelection('Tables', {
      resources: tables.map((table) => BackupResource.fromDynamoDbTable(table)),
      role: this.role,
      disableDefaultBackupPolicy: true,
    });
  }
}

/** AWS managed policies that AWS Backup requires, with their paths. */
export const backupPolicies = ['Backup', 'Restores'].map(
  (purpose) => `service-role/AWSBackupServiceRolePolicyFor${purpose}`,
);
