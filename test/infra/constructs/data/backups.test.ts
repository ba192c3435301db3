import { describe, expect, it } from 'vitest';
import { parseStages, stages } from '../../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);

describe("prod's backups", () => {
  it('are kept for exactly 35 days in a vault that nobody can unlock', () => {
    const [[id, vault] = []] = resourcesOfType(data, 'AWS::Backup::BackupVault');
    // With another id, CloudFormation would create another vault, without the existing backups.
    expect(id).toBe('BackupsVault1F11AFCC');
    expect(vault).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        // If ChangeableForDays is set, the lock is in compliance mode.
        LockConfiguration: { MinRetentionDays: 34, MaxRetentionDays: 35, ChangeableForDays: 3 },
      },
    });
    // If the vault used a key in the account, deleting that key would destroy the backups.
    expect(vault?.Properties).not.toHaveProperty('EncryptionKeyArn');
  });

  it('are copied to a vault in another account if the stage configures one', () => {
    const [plan] = propertiesOf(synthesiseStage(externalDnsStage).data, 'AWS::Backup::BackupPlan');
    const copy = {
      DestinationBackupVaultArn: externalDnsStage.backups?.copyTo ?? expect.fail(),
      Lifecycle: { DeleteAfterDays: 35 },
    };
    expect(plan).toMatchObject({ BackupPlan: { BackupPlanRule: [{ CopyActions: [copy] }] } });
    expect(() => parseStages({ ...stages, prod: { ...stages.prod, backups: { copyTo: 'vault' } } })).toThrow(
      'must be the ARN of an AWS Backup vault',
    );
  });
});

it('other stages have no backups, because their stores are deleted with their stack', () => {
  for (const stage of [stages.dev, stages.local])
    expect(JSON.stringify(synthesiseStage(stage).data)).not.toContain('AWS::Backup::');
});

it('every table can be restored to any second of the last 35 days', () => {
  for (const table of propertiesOf(data, 'AWS::DynamoDB::Table'))
    expect(table.PointInTimeRecoverySpecification).toEqual({
      PointInTimeRecoveryEnabled: true,
      RecoveryPeriodInDays: 35,
    });
});
