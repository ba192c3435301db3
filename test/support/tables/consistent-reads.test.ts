import { BatchGetCommand, GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { enquiriesByStatus } from '../../../shared/domain/billing/enquiry.ts';
import { withConsistentReads } from './consistent-reads.ts';
import { startEmbeddedTables } from './embedded-tables.ts';

it('rejects every eventually consistent read, except from an index or from the key-use table', async () => {
  const { client, tables, close } = withConsistentReads(await startEmbeddedTables());
  onTestFinished(close);
  const readsOf = (TableName: string, ConsistentRead?: boolean) => {
    const ofOne = { KeyConditionExpression: 'keyId = :key', ExpressionAttributeValues: { ':key': 'k' } };
    return [
      () => client.send(new GetCommand({ TableName, Key: { keyId: 'k' }, ConsistentRead })),
      () =>
        client.send(
          new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [{ keyId: 'k' }], ConsistentRead } } }),
        ),
      () => client.send(new QueryCommand({ TableName, ...ofOne, ConsistentRead })),
      () => client.send(new ScanCommand({ TableName, ConsistentRead })),
    ];
  };
  for (const read of [...readsOf(tables.apiKeys), ...readsOf(tables.apiKeys, false)]) {
    await expect(read()).rejects.toThrow(`${tables.apiKeys} is not consistent`);
  }
  for (const read of [...readsOf(tables.apiKeys, true), ...readsOf(tables.apiKeyUse)]) {
    await expect(read()).resolves.toBeDefined();
  }
  const query = new QueryCommand({
    TableName: tables.enquiries,
    IndexName: enquiriesByStatus.name,
    KeyConditionExpression: '#partition = :status',
    ExpressionAttributeNames: { '#partition': enquiriesByStatus.partition },
    ExpressionAttributeValues: { ':status': 'OPEN' },
  });
  expect((await client.send(query)).Items).toEqual([]);
});
