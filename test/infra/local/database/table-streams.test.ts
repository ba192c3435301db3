import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { indexStreamRecords, pruneStreamRecords } from '../../../../infra/local/database/data-file.ts';
import { createTables } from '../../../../infra/local/database/tables.ts';
import { startEngine, tableProperties } from './engine-under-test.ts';

const streamed = { name: 'orders', properties: tableProperties };

const put = (client: DynamoDBDocumentClient, id: string) =>
  client.send(new PutCommand({ TableName: 'orders', Item: { id } }));

it('creates the indexes of tables, and keeps them across restarts', async () => {
  const indexed = {
    name: 'orders',
    properties: {
      ...tableProperties,
      AttributeDefinitions: [
        ...tableProperties.AttributeDefinitions,
        { AttributeName: 'status', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byStatus',
          KeySchema: [{ AttributeName: 'status', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['shown'] },
        },
      ],
    },
  };
  const { client } = await startEngine();
  await createTables(client, [indexed]);
  const order = { id: 'kept', status: 'OPEN', shown: 1, hidden: 2 };
  await client.send(new PutCommand({ TableName: 'orders', Item: order }));
  await createTables(client, [indexed]);
  const query = new QueryCommand({
    TableName: 'orders',
    IndexName: 'byStatus',
    KeyConditionExpression: '#status = :open',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':open': 'OPEN' },
  });
  expect((await client.send(query)).Items).toEqual([{ id: 'kept', status: 'OPEN', shown: 1 }]);
});

describe('stream records', () => {
  const sequenceNumbers = (dataFile: string): readonly unknown[] => {
    using database = new DatabaseSync(dataFile);
    return database
      .prepare('SELECT sequence_number FROM _stream_records ORDER BY id')
      .all()
      .map((row) => row.sequence_number);
  };
  const days = 24 * 3_600_000;

  it("are kept for a week, except a table's newest record, from which numbering continues", async () => {
    const { client, dataFile } = await startEngine();
    await createTables(client, [streamed]);
    for (let item = 0; item < 3; item++) await put(client, randomUUID());

    pruneStreamRecords(dataFile, Date.now() + 6 * days);
    expect(sequenceNumbers(dataFile)).toEqual(['1', '2', '3']);
    pruneStreamRecords(dataFile, Date.now() + 8 * days);
    expect(sequenceNumbers(dataFile)).toEqual(['3']);

    await put(client, 'next');
    expect(sequenceNumbers(dataFile)).toEqual(['3', '4']);
  });

  it("are indexed for finding a table's last sequence number", async () => {
    const { dataFile } = await startEngine();
    indexStreamRecords(dataFile);
    using database = new DatabaseSync(dataFile);
    // The engine runs this statement for every write.
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1
         FROM _stream_records WHERE table_name = ?`,
      )
      .all('orders');
    expect(JSON.stringify(plan)).toMatch(/USING COVERING INDEX/);
  });
});
