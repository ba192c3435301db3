import { describe, expect, it } from 'vitest';
import { parseStages, stages } from '../../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../../support/templates/configured-stages.ts';
import {
  propertiesOf,
  resourcesOfType,
  stacksOf,
  synthesiseStage,
} from '../../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);

/** Returns the properties of the tables, by names such as `ApiKeys` for the logical id `TablesApiKeys330F873D`. */
const tablesOf = (stage = stages.prod) =>
  Object.fromEntries(
    [...resourcesOfType(synthesiseStage(stage).data, 'AWS::DynamoDB::Table')].map(([id, { Properties }]) => [
      id.slice('Tables'.length, -8),
      Properties,
    ]),
  );

describe('the tables', () => {
  it('can be restored to any second of the last 35 days', () => {
    const restorable = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
    for (const table of Object.values(tablesOf()))
      expect(table.PointInTimeRecoverySpecification).toEqual(restorable);
  });

  it.each([
    [stages.prod, true],
    [stages.dev, false],
  ])('are protected from deletion, like their stack, only in production: $name', (stage, isProtected) => {
    for (const properties of Object.values(tablesOf(stage)))
      expect(properties.DeletionProtectionEnabled).toBe(isProtected);
    const stack = stacksOf(stage).find(({ name }) => name === 'Data');
    expect(stack?.terminationProtection).toBe(isProtected);
  });

  it.each([stages.dev, stages.prod])(
    'do not let anyone write keys or audit trail entries outside transactions, delete them, or change entries: $name',
    (stage) => {
      const denied = (Sid: string, actions: readonly string[], condition = {}) => ({
        Sid,
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: actions.map((action) => `dynamodb:${action}`).toSorted(),
        Resource: '*',
        ...condition,
      });
      const outside = { 'dynamodb:EnclosingOperation': 'TransactWriteItems' };
      const policy = (changing: readonly string[], never: readonly string[]) => ({
        PolicyDocument: {
          Statement: [
            denied('OnlyInTransactions', changing, {
              Condition: { 'ForAllValues:StringNotEquals': outside },
            }),
            denied('Never', never),
          ],
        },
      });
      const onlyOnProd = stage.name === 'prod' ? ['DeleteTable'] : [];
      const adding = ['PutItem', 'PartiQLInsert'];
      const updating = ['UpdateItem', 'PartiQLUpdate'];
      const removing = ['DeleteItem', 'PartiQLDelete', 'BatchWriteItem', 'UpdateTimeToLive', ...onlyOnProd];
      const { ApiKeys, ApiKeyEvents, ...others } = tablesOf(stage);
      expect(ApiKeys?.ResourcePolicy).toMatchObject(policy([...adding, ...updating], removing));
      expect(ApiKeyEvents?.ResourcePolicy).toMatchObject(policy(adding, [...updating, ...removing]));
      for (const other of Object.values(others)) expect(other).not.toHaveProperty('ResourcePolicy');
    },
  );
});

describe("the enquiries' key", () => {
  const [[keyId, key] = []] = resourcesOfType(data, 'AWS::KMS::Key');

  it('encrypts only the enquiries table', () => {
    const { Enquiries, ...others } = tablesOf();
    expect(Enquiries?.SSESpecification).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: { 'Fn::GetAtt': [keyId, 'Arn'] },
    });
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    for (const other of Object.values(others)) expect(other.SSESpecification).toEqual({ SSEEnabled: true });
  });

  it('can be used only by the account’s roles, and by the bus for its events', () => {
    const ofAccount = { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } };
    const events = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' } };
    const statements = [
      { Effect: 'Allow', Principal: { AWS: expect.anything() } },
      {
        ...events,
        Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
        Condition: { StringEquals: { ...ofAccount, 'aws:SourceArn': expect.anything() } },
      },
      { ...events, Action: 'kms:DescribeKey', Condition: { StringEquals: ofAccount } },
    ];
    expect(key?.Properties.KeyPolicy).toMatchObject({ Statement: statements });
    expect(JSON.stringify(key?.Properties.KeyPolicy)).toMatch(/:iam::",\{"Ref":"AWS::AccountId"\},":root"/);
  });
});

describe("prod's backups", () => {
  it('are kept for exactly 35 days in a vault that nobody can unlock', () => {
    const [[id, vault] = []] = resourcesOfType(data, 'AWS::Backup::BackupVault');
    // With another id, CloudFormation would create another vault, without the existing backups.
    expect(id).toBe('BackupsVault1F11AFCC');
    expect(vault).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      // If ChangeableForDays is set, the lock is in compliance mode.
      Properties: { LockConfiguration: { MinRetentionDays: 34, MaxRetentionDays: 35, ChangeableForDays: 3 } },
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
