import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);
const [[keyId, key] = []] = resourcesOfType(data, 'AWS::KMS::Key');
const keyArn = { 'Fn::GetAtt': [keyId, 'Arn'] };

describe('the key of the enquiries', () => {
  it('encrypts their table and no other', () => {
    const encryption = [...resourcesOfType(data, 'AWS::DynamoDB::Table')].map(([id, { Properties }]) => [
      id.slice('Tables'.length, -8),
      Properties.SSESpecification,
    ]);
    const byAws = { SSEEnabled: true };
    expect(Object.fromEntries(encryption)).toEqual({
      Locations: byAws,
      Capabilities: byAws,
      Billers: byAws,
      ApiKeys: byAws,
      ApiKeyEvents: byAws,
      ApiKeyUse: byAws,
      Enquiries: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: keyArn },
    });
  });

  it('is renewed every year, and found by a name that says whose it is', () => {
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    expect(
      [...resourcesOfType(data, 'AWS::KMS::Alias').values()].map(({ Properties }) => Properties),
    ).toEqual([{ AliasName: 'alias/waypost-prod-enquiries', TargetKeyId: keyArn }]);
  });

  it('leaves it to the roles of the account who may use it, and is open to no other account; the bus may too', () => {
    const ofAccount = { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } };
    const bus = {
      'Fn::Join': [
        '',
        [
          'arn:',
          { Ref: 'AWS::Partition' },
          ':events:',
          { Ref: 'AWS::Region' },
          ':',
          { Ref: 'AWS::AccountId' },
          ':event-bus/waypost-prod',
        ],
      ],
    };
    expect(key?.Properties.KeyPolicy).toMatchObject({
      Statement: [
        {
          Effect: 'Allow',
          Principal: {
            AWS: {
              'Fn::Join': [
                '',
                ['arn:', { Ref: 'AWS::Partition' }, ':iam::', { Ref: 'AWS::AccountId' }, ':root'],
              ],
            },
          },
        },
        {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
          Condition: {
            StringEquals: {
              ...ofAccount,
              'aws:SourceArn': bus,
              'kms:EncryptionContext:aws:events:event-bus:arn': bus,
            },
          },
        },
        {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'kms:DescribeKey',
          Condition: { StringEquals: ofAccount },
        },
      ],
    });
  });
});
