import { BatchGetCommand, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';
import { withConsistentReads } from './consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from './embedded-tables.ts';
import type { TableRole } from './table-definitions.ts';

let embedded: EmbeddedTables;
beforeAll(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
});
afterAll(() => embedded.close());

const read = {
  get: (TableName: string, ConsistentRead?: boolean) =>
    embedded.client.send(new GetCommand({ TableName, Key: { keyId: 'k' }, ConsistentRead })),
  'batch get': (TableName: string, ConsistentRead?: boolean) => {
    const Keys = [{ keyId: 'k' }];
    return embedded.client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead } } }),
    );
  },
  query: (TableName: string, ConsistentRead?: boolean) =>
    embedded.client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'keyId = :key',
        ExpressionAttributeValues: { ':key': 'k' },
        ConsistentRead,
      }),
    ),
  scan: (TableName: string, ConsistentRead?: boolean) =>
    embedded.client.send(new ScanCommand({ TableName, ConsistentRead })),
};

it.each(['get', 'batch get', 'query', 'scan'] as const)('a %s must be consistent', async (how) => {
  const { apiKeys, apiKeyUse } = embedded.tables;
  await expect(read[how](apiKeys)).rejects.toThrow(`${apiKeys} is not consistent`);
  await expect(read[how](apiKeys, false)).rejects.toThrow(`${apiKeys} is not consistent`);
  await expect(read[how](apiKeys, true)).resolves.toBeDefined();
  await expect(read[how](apiKeyUse)).resolves.toBeDefined();
});

it.each<TableRole>(['locations', 'capabilities', 'billers', 'enquiries', 'apiKeyEvents'])(
  'the table of %s is no exception',
  async (role) => {
    await expect(read.scan(embedded.tables[role])).rejects.toThrow('is not consistent');
  },
);

it('an index is asked as it can be', async () => {
  const query = new QueryCommand({
    TableName: embedded.tables.enquiries,
    IndexName: enquiriesByStatus.name,
    KeyConditionExpression: '#partition = :status',
    ExpressionAttributeNames: { '#partition': enquiriesByStatus.partition },
    ExpressionAttributeValues: { ':status': 'OPEN' },
  });
  expect((await embedded.client.send(query)).Items).toEqual([]);
});
