import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { drain, listen } from '../../../../infra/local/http/listening.ts';
import { openStream } from '../../../../infra/local/streams/event-sources.ts';

const streamArn = 'arn:aws:dynamodb:ap-southeast-2:000000000000:table/orders/stream/1';

/** A shard of a DynamoDB stream. It closes after some hours and is continued by its children. */
interface FakeShard {
  readonly parent?: string;
  readonly closed: boolean;
  readonly numbers: readonly string[];
  readonly trimmed?: boolean;
}
type FakeStream = Readonly<Record<string, FakeShard>>;

const requestBody = z.object({
  ShardId: z.string().default(''),
  ShardIteratorType: z.string().default(''),
  SequenceNumber: z.string().default('0'),
  ShardIterator: z.string().default('/0'),
  Limit: z.int().default(1_000),
});

const responses = (stream: FakeStream) => ({
  DescribeStream: () => ({
    StreamDescription: {
      StreamArn: streamArn,
      Shards: Object.entries(stream).map(([ShardId, { parent }]) => ({ ShardId, ParentShardId: parent })),
    },
  }),
  GetShardIterator: ({ ShardId, ShardIteratorType, SequenceNumber }: z.infer<typeof requestBody>) => {
    if (stream[ShardId]?.trimmed && ShardIteratorType !== 'TRIM_HORIZON')
      return { __type: 'TrimmedDataAccessException', message: 'trimmed' };
    const first = stream[ShardId]?.numbers.findIndex((number) => number >= SequenceNumber) ?? 0;
    return { ShardIterator: `${ShardId}/${ShardIteratorType === 'TRIM_HORIZON' ? 0 : first}` };
  },
  GetRecords: ({ ShardIterator, Limit }: z.infer<typeof requestBody>) => {
    const [id = '', first = '0'] = ShardIterator.split('/');
    const { numbers = [], closed = false, trimmed = false } = stream[id] ?? {};
    // The iterator's record no longer exists.
    if (trimmed && Number(first) > numbers.length)
      return { __type: 'TrimmedDataAccessException', message: 'trimmed' };
    const end = Number(first) + Limit;
    return {
      Records: numbers.slice(Number(first), end).map((number) => ({ dynamodb: { SequenceNumber: number } })),
      NextShardIterator:
        closed && end >= numbers.length ? undefined : `${id}/${Math.min(end, numbers.length)}`,
    };
  },
});

/** Returns a client for a stream that the test may replace at any time. */
const clientOf = async (streamNow: () => FakeStream) => {
  const server = createServer(async (request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const respond = new Map(Object.entries(responses(streamNow()))).get(operation);
    const body = respond?.(requestBody.parse(await json(request))) ?? {};
    response.writeHead('__type' in body ? 400 : 200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(body));
  });
  onTestFinished(() => drain(server, 0));
  return new DynamoDBStreamsClient({
    endpoint: await listen(server, 0, '127.0.0.1'),
    region: 'ap-southeast-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
};

const readAll = async (reader: ReturnType<typeof openStream>, reads = 6, limit = 1_000) => {
  const numbers: unknown[] = [];
  for (let read = 0; read < reads; read++) {
    const records = await reader.read(limit);
    numbers.push(...records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
  }
  return numbers;
};

const split: FakeStream = {
  child: { parent: 'parent', closed: false, numbers: ['3', '4'] },
  parent: { parent: 'trimmed long ago', closed: true, numbers: ['1', '2'] },
};

it.each([1, 1_000])('reads a shard after its parent, at most %i records at once', async (limit) => {
  const reader = openStream(await clientOf(() => split), streamArn);
  expect(await readAll(reader, 12, limit)).toEqual(['1', '2', '3', '4']);
  expect(reader.position().shards).toEqual({
    child: { after: '4', ended: false },
    parent: { after: '2', ended: true },
  });
});

it('finds the children of a closed shard once the shard has been read to its end', async () => {
  let stream: FakeStream = { parent: { closed: false, numbers: ['1'] } };
  const reader = openStream(await clientOf(() => stream), streamArn);
  expect(await readAll(reader)).toEqual(['1']);

  stream = split;

  expect(await readAll(reader)).toEqual(['2', '3', '4']);
});

it('resumes after the stored position in shards that have not ended', async () => {
  const from = {
    streamArn,
    shards: { parent: { after: '2', ended: true }, child: { after: '3', ended: false } },
  };
  const reader = openStream(await clientOf(() => split), streamArn, from);
  expect(await readAll(reader)).toEqual(['4']);
});

it('reads a shard from its oldest record if its position was trimmed, also between two reads', async () => {
  let stream: FakeStream = { only: { closed: false, numbers: ['7', '8'], trimmed: true } };
  const from = { streamArn, shards: { only: { after: '5', ended: false } } };
  const reader = openStream(await clientOf(() => stream), streamArn, from);
  expect(await readAll(reader)).toEqual(['7', '8']);

  stream = { only: { closed: false, numbers: ['9'], trimmed: true } };
  expect(await readAll(reader)).toEqual(['9']);
});

it('ignores a position stored for another stream of the table', async () => {
  const from = { streamArn: `${streamArn}2`, shards: { child: { after: '4', ended: false } } };
  const reader = openStream(await clientOf(() => split), streamArn, from);
  expect(await readAll(reader)).toEqual(['1', '2', '3', '4']);
});
