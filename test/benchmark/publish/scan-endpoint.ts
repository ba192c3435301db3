import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { listen } from '../../../infra/local/http/listening.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import { seededRandom } from '../network/seeded-random.ts';

/**
 * Tables that can be scanned and nothing else, as DynamoDB answers that: a network of any size in little memory. The
 * embedded engine puts the whole table in order for every page of a part, which at 1,000,000 rows takes half a minute.
 */

/** What a page of 1 MB holds, at 0.9 kB a location. */
const rowsPerPage = 1_150;

const scan = z.object({
  TableName: z.string(),
  Segment: z.int().min(0),
  TotalSegments: z.int().min(1),
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

/** Numbers in an order that has nothing to do with them, as that of hashes has not with keys. */
const shuffled = (size: number): Uint32Array => {
  const numbers = Uint32Array.from({ length: size }, (_, index) => index);
  const random = seededRandom(size);
  for (let last = size - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
};

export const tableNames = { locations: 'locations', capabilities: 'capabilities' } as const;

/** Starts an endpoint with the tables `tableNames` of this network. */
export const startScanEndpoint = async (network: BenchmarkNetwork) => {
  const order = shuffled(network.size);
  const rowsOf = (table: string): { readonly count: number; readonly row: (position: number) => object } =>
    table === tableNames.locations
      ? { count: network.size, row: (position) => network.locationAt(order[position] ?? 0) }
      : { count: network.capabilities.length, row: (position) => network.capabilities[position] ?? {} };

  const answer = (asked: unknown): object => {
    const { TableName, Segment, TotalSegments, ExclusiveStartKey } = scan.parse(asked);
    const { count, row } = rowsOf(TableName);
    const end = Math.floor((count * (Segment + 1)) / TotalSegments);
    const first = ExclusiveStartKey?.position.N ?? Math.floor((count * Segment) / TotalSegments);
    const next = Math.min(end, first + rowsPerPage);
    const Items = Array.from({ length: next - first }, (_, index) => attributesOf(row(first + index)));
    const more = next < end && { LastEvaluatedKey: { position: { N: String(next) } } };
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
