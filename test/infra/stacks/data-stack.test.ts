import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { DataStack } from '../../../infra/stacks/data-stack.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const { data } = synthesiseStage(stages.prod);
const tables = [...resourcesOfType(data, 'AWS::DynamoDB::Table').values()];

const protectionOf = (stage: StageSettings) =>
  new DataStack(new App({ analyticsReporting: false }), 'Data', stage, {}).terminationProtection;

describe('the tables', () => {
  it('have the keys that the stores agree on', () => {
    expect(tables.map(({ Properties }) => Properties.KeySchema)).toEqual([
      [
        { AttributeName: 'bucket', KeyType: 'HASH' },
        { AttributeName: 'locationCode', KeyType: 'RANGE' },
      ],
      [{ AttributeName: 'serviceCode', KeyType: 'HASH' }],
      [
        { AttributeName: 'kind', KeyType: 'HASH' },
        { AttributeName: 'code', KeyType: 'RANGE' },
      ],
      [{ AttributeName: 'id', KeyType: 'HASH' }],
      [{ AttributeName: 'keyId', KeyType: 'HASH' }],
      [
        { AttributeName: 'keyId', KeyType: 'HASH' },
        { AttributeName: 'event', KeyType: 'RANGE' },
      ],
      [{ AttributeName: 'keyId', KeyType: 'HASH' }],
    ]);
    expect(tables[1]?.Properties.AttributeDefinitions).toEqual([
      { AttributeName: 'serviceCode', AttributeType: 'N' },
    ]);
  });

  it('are billed by use, encrypted and can be restored to any moment', () => {
    for (const { Properties } of tables) {
      expect(Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
    }
  });

  it('tell of changes where a catalogue is made of them, by their keys alone, and of enquiries', () => {
    expect(tables.map(({ Properties }) => Properties.StreamSpecification)).toEqual([
      { StreamViewType: 'KEYS_ONLY' },
      { StreamViewType: 'KEYS_ONLY' },
      undefined,
      { StreamViewType: 'NEW_IMAGE' },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('forget nothing by themselves but enquiries', () => {
    expect(tables.map(({ Properties }) => Properties.TimeToLiveSpecification)).toEqual([
      undefined,
      undefined,
      undefined,
      { AttributeName: 'expiresAt', Enabled: true },
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('in production', () => {
  it('neither the stack nor a table can be deleted before that is allowed', () => {
    expect(tables.map(({ Properties }) => Properties.DeletionProtectionEnabled)).toEqual(
      tables.map(() => true),
    );
    expect(protectionOf(stages.prod)).toBe(true);
  });

  it('alone is that so', () => {
    const { data: inDevelopment } = synthesiseStage(stages.dev);
    for (const { Properties } of resourcesOfType(inDevelopment, 'AWS::DynamoDB::Table').values()) {
      expect(Properties.DeletionProtectionEnabled).toBe(false);
    }
    expect(protectionOf(stages.dev)).toBe(false);
  });
});

describe('the outputs', () => {
  it('name the stores and what an operator needs of the API', () => {
    expect(Object.keys(data.Outputs)).toEqual(
      expect.arrayContaining([
        'LocationsTable',
        'CapabilitiesTable',
        'BillersTable',
        'EnquiriesTable',
        'ApiKeysTable',
        'ApiKeyEventsTable',
        'ApiKeyUseTable',
        'PublishedBucket',
        'EventBus',
      ]),
    );
    const { api, publishing } = synthesiseStage(stages.prod);
    expect([...Object.keys(api.Outputs), ...Object.keys(publishing.Outputs)]).toEqual(
      expect.arrayContaining(['ApiUrl', 'PublisherFunction']),
    );
  });
});
