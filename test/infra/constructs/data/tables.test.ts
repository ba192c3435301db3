import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
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
const tables = tablesOf();

const policy = z.object({ PolicyDocument: z.object({ Statement: z.array(z.unknown()) }) });

const having = (property: string) =>
  Object.fromEntries(
    Object.entries(tables).flatMap(([name, properties]) =>
      property in properties ? [[name, properties[property]]] : [],
    ),
  );

describe('the tables', () => {
  it('stream the keys of published records and manual changes, whole enquiries, and changes to the audit trail', () => {
    expect(having('StreamSpecification')).toEqual({
      Locations: { StreamViewType: 'KEYS_ONLY' },
      Capabilities: { StreamViewType: 'KEYS_ONLY' },
      LocationChanges: { StreamViewType: 'KEYS_ONLY' },
      Enquiries: { StreamViewType: 'NEW_IMAGE' },
      ApiKeyEvents: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  });

  it('limit write throughput only for enquiries, so that a flood is throttled instead of billed', () => {
    expect(having('OnDemandThroughput')).toEqual({ Enquiries: { MaxWriteRequestUnits: 4000 } });
  });

  it('expire only enquiries and the history of manual changes', () => {
    expect(having('TimeToLiveSpecification')).toEqual({
      Enquiries: { AttributeName: 'expiresAt', Enabled: true },
      LocationChanges: { AttributeName: 'expiresAt', Enabled: true },
    });
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

  describe.each([stages.dev, stages.prod])('of $name', (stage) => {
    const policies = Object.fromEntries(
      Object.entries(tablesOf(stage)).flatMap(([name, { ResourcePolicy }]) =>
        ResourcePolicy === undefined ? [] : [[name, policy.parse(ResourcePolicy).PolicyDocument.Statement]],
      ),
    );
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

    it('do not let anyone write a key outside a transaction, or delete a key', () => {
      expect(policies.ApiKeys).toEqual([
        denied(
          'OnlyInTransactions',
          ['PutItem', 'PartiQLInsert', 'UpdateItem', 'PartiQLUpdate'],
          outsideTransactions,
        ),
        denied('Never', ['DeleteItem', 'PartiQLDelete', 'BatchWriteItem', 'UpdateTimeToLive', ...onlyOnProd]),
      ]);
    });

    it('do not let anyone add an audit trail entry outside a transaction, or change or delete an entry', () => {
      expect(policies.ApiKeyEvents).toEqual([
        denied('OnlyInTransactions', ['PutItem', 'PartiQLInsert'], outsideTransactions),
        denied('Never', [
          'UpdateItem',
          'PartiQLUpdate',
          'DeleteItem',
          'PartiQLDelete',
          'BatchWriteItem',
          'UpdateTimeToLive',
          ...onlyOnProd,
        ]),
      ]);
    });

    it('have no other policies', () => {
      expect(Object.keys(policies).toSorted()).toEqual(['ApiKeyEvents', 'ApiKeys']);
    });
  });
});

describe("the enquiries' key", () => {
  const [[keyId, key] = []] = resourcesOfType(data, 'AWS::KMS::Key');
  const keyArn = { 'Fn::GetAtt': [keyId, 'Arn'] };

  it('encrypts only the enquiries table', () => {
    const { Enquiries, ...others } = having('SSESpecification');
    expect(Enquiries).toEqual({ SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: keyArn });
    expect(Object.values(others)).toEqual(Array(7).fill({ SSEEnabled: true }));
  });

  it('is rotated, and has an alias', () => {
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    expect(propertiesOf(data, 'AWS::KMS::Alias')).toEqual([
      { AliasName: 'alias/waypost-prod-enquiries', TargetKeyId: keyArn },
    ]);
  });

  it('can be used only by the account’s roles, and by the bus for its events', () => {
    const ofAccount = { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } };
    const arn = (...parts: readonly unknown[]) => ({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ...parts]],
    });
    const account = { Ref: 'AWS::AccountId' };
    const bus = arn(':events:', { Ref: 'AWS::Region' }, ':', account, ':event-bus/waypost-prod');
    const events = { Effect: 'Allow', Principal: { Service: 'events.amazonaws.com' } };
    expect(key?.Properties.KeyPolicy).toMatchObject({
      Statement: [
        { Effect: 'Allow', Principal: { AWS: arn(':iam::', account, ':root') } },
        {
          ...events,
          Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'],
          Condition: {
            StringEquals: {
              ...ofAccount,
              'aws:SourceArn': bus,
              'kms:EncryptionContext:aws:events:event-bus:arn': bus,
            },
          },
        },
        { ...events, Action: 'kms:DescribeKey', Condition: { StringEquals: ofAccount } },
      ],
    });
  });
});

it('the outputs contain the stores and the resources that operators need', () => {
  const { api, publishing } = synthesiseStage(stages.prod);
  expect([data, api, publishing].flatMap(({ Outputs }) => Object.keys(Outputs))).toEqual(
    expect.arrayContaining([
      ...Object.keys(tables).map((name) => `${name}Table`),
      'PublishedBucket',
      'ImportBucket',
      'EventBus',
      'UndeliveredEvents',
      'PageTopic',
      'TicketTopic',
      'ApiUrl',
      'RestApi',
      'PublisherFunction',
      'AnnouncerFunction',
    ]),
  );
});
