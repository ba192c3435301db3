import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from '../../../infra/local/http/listening.ts';
import { bucketCount, locationKey } from '../../../shared/data-access/location-table.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';

/**
 * Tables that can be read as the publisher does and nothing else: locations bucket by bucket, capabilities by a scan. A
 * network of any size takes little memory here.
 */

const reading = z.object({
  TableName: z.string(),
  /** Of a query. */
  ExpressionAttributeValues: z
    .object({ ':bucket': z.object({ N: z.string().transform(Number) }) })
    .optional(),
  Limit: z.int().positive().optional(),
  /** Of a scan. */
  Segment: z.int().min(0).optional(),
  ExclusiveStartKey: z.object({ position: z.object({ N: z.string().transform(Number) }) }).optional(),
});

/** A value as DynamoDB's JSON has it; members that are undefined are left out. */
const attributeValue = (value: unknown): object => {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (Array.isArray(value)) return { L: value.map(attributeValue) };
  return { M: attributesOf(Object(value)) };
};

const attributesOf = (record: object): object =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, attributeValue(value)]),
  );

/** Numbers of the locations of each bucket, in order of code. */
const bucketsOf = (network: BenchmarkNetwork): readonly (readonly number[])[] => {
  const buckets: number[][] = Array.from({ length: bucketCount }, () => []);
  for (let number = 0; number < network.size; number++)
    buckets[locationKey(network.locationAt(number).locationCode).bucket]?.push(number);
  return buckets;
};

export const tableNames = { locations: 'locations', capabilities: 'capabilities' } as const;

/** Starts an endpoint with the tables `tableNames` of this network. */
export const startTablesEndpoint = async (network: BenchmarkNetwork) => {
  const buckets = bucketsOf(network);
  const locationRow = (number: number): object => {
    const location = network.locationAt(number);
    return { ...locationKey(location.locationCode), ...location };
  };
  const rowsOf = ({ TableName, ExpressionAttributeValues, Segment = 0 }: z.infer<typeof reading>) => {
    if (TableName === tableNames.capabilities) return Segment === 0 ? network.capabilities : [];
    return buckets[ExpressionAttributeValues?.[':bucket'].N ?? -1] ?? [];
  };

  const answer = (asked: unknown): object => {
    const request = reading.parse(asked);
    const rows = rowsOf(request);
    const first = request.ExclusiveStartKey?.position.N ?? 0;
    const next = Math.min(rows.length, first + (request.Limit ?? rows.length));
    const Items = rows
      .slice(first, next)
      .map((row) => attributesOf(typeof row === 'number' ? locationRow(row) : row));
    const more = next < rows.length && { LastEvaluatedKey: { position: { N: String(next) } } };
    return { Count: Items.length, ScannedCount: Items.length, Items, ...more };
  };

  const server = createServer(async (request, response) => {
    const body = JSON.stringify(answer(await json(request)));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
  });
  return {
    /** For AWS_ENDPOINT_URL_DYNAMODB. */
    endpoint: await listen(server, 0, '127.0.0.1'),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
