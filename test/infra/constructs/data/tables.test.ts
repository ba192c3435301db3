import { describe, expect, it } from 'vitest';
import { stages } from '../../../../infra/stages/stages.ts';
import { resourcesOfType, stacksOf, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);

/** Returns the properties of the tables, by names such as `ApiKeys` for the logical id `TablesApiKeys330F873D`. */
const tablesOf = (stage = stages.prod) =>
  Object.fromEntries(
    [...resourcesOfType(synthesiseStage(stage).data, 'AWS::DynamoDB::Table')].map(([id, { Properties }]) => [
      id.slice('Tables'.length, -8),
      Properties,
    ]),
  );
const tables = tablesOf();

const having = (property: string, among = tables) =>
  Object.fromEntries(
    Object.entries(among).flatMap(([name, properties]) =>
      property in properties ? [[name, properties[property]]] : [],
    ),
  );

describe('the tables', () => {
  it('limit write throughput and expire rows only where intended', () => {
    expect(having('OnDemandThroughput')).toEqual({ Enquiries: { MaxWriteRequestUnits: 4000 } });
    expect(Object.keys(having('TimeToLiveSpecification'))).toEqual(['LocationChanges', 'Enquiries']);
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
      const outsideTransactions = {
        Condition: {
          'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
        },
      };
      const onlyOnProd = stage.name === 'prod' ? ['DeleteTable'] : [];
      const adding = ['PutItem', 'PartiQLInsert'];
      const updating = ['UpdateItem', 'PartiQLUpdate'];
      const removing = ['DeleteItem', 'PartiQLDelete', 'BatchWriteItem', 'UpdateTimeToLive', ...onlyOnProd];
      expect(having('ResourcePolicy', tablesOf(stage))).toMatchObject({
        ApiKeys: {
          PolicyDocument: {
            Statement: [
              denied('OnlyInTransactions', [...adding, ...updating], outsideTransactions),
              denied('Never', removing),
            ],
          },
        },
        ApiKeyEvents: {
          PolicyDocument: {
            Statement: [
              denied('OnlyInTransactions', adding, outsideTransactions),
              denied('Never', [...updating, ...removing]),
            ],
          },
        },
      });
    },
  );
});

describe("the enquiries' key", () => {
  const [[keyId, key] = []] = resourcesOfType(data, 'AWS::KMS::Key');

  it('encrypts only the enquiries table', () => {
    const { Enquiries, ...others } = having('SSESpecification');
    expect(Enquiries).toEqual({
      SSEEnabled: true,
      SSEType: 'KMS',
      KMSMasterKeyId: { 'Fn::GetAtt': [keyId, 'Arn'] },
    });
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    expect(Object.values(others)).toEqual(Array(7).fill({ SSEEnabled: true }));
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
