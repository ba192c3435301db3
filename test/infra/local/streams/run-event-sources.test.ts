import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../../infra/local/clock.ts';
import { readDeadLetters } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { TableWithoutStream } from '../../../../infra/local/streams/stream-reader.ts';
import {
  consuming,
  hurriedClock,
  numbered,
  refused,
  soon,
  sourceOf,
  streamHouse,
  taken,
} from './streams-under-test.ts';

const deliveredRecords = z.object({
  Records: z.array(
    z.object({
      eventSourceARN: z.string(),
      dynamodb: z.object({ SequenceNumber: z.string(), ApproximateCreationDateTime: z.number() }),
    }),
  ),
});
type DeliveredRecord = z.infer<typeof deliveredRecords>['Records'][number];

const recordsIn = (event: unknown): readonly DeliveredRecord[] => deliveredRecords.parse(event).Records;
const arrivalOf = (record: DeliveredRecord | undefined): string =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? Number.NaN) * 1_000).toISOString();

describe('the changes of a table', () => {
  it('reach the function within seconds, shaped as Lambda delivers them', async () => {
    const house = await streamHouse('orders');
    const { events } = await consuming(house, [sourceOf('orders')], { clock: systemClock });
    const before = Math.floor(Date.now() / 1_000);

    await house.put('orders', 'x');

    await expect.poll(() => events, soon).toHaveLength(1);
    expect(events).toEqual([
      {
        Records: [
          {
            eventID: expect.any(String),
            eventName: 'INSERT',
            eventVersion: '1.1',
            eventSource: 'aws:dynamodb',
            awsRegion: 'ap-southeast-2',
            dynamodb: {
              ApproximateCreationDateTime: expect.toSatisfy(
                (seconds: number) => Math.abs(seconds - before) < 60,
              ),
              Keys: { id: { S: 'x' } },
              SequenceNumber: expect.stringMatching(/^\d+$/),
              SizeBytes: expect.any(Number),
              StreamViewType: 'KEYS_ONLY',
            },
            eventSourceARN: expect.stringMatching(
              /^arn:aws:dynamodb:ap-southeast-2:000000000000:table\/orders\/stream\/.+/,
            ),
          },
        ],
      },
    ]);
  });

  it('say what became of an item', async () => {
    const house = await streamHouse('orders');
    const { events } = await consuming(house, [
      sourceOf('orders', { batchSize: 3, batchingWindowSeconds: 20 }),
    ]);
    const Key = { id: 'x' };

    await house.put('orders', 'x');
    await house.documents.send(
      new UpdateCommand({ TableName: 'orders', Key, UpdateExpression: 'SET seen = id' }),
    );
    await house.documents.send(new DeleteCommand({ TableName: 'orders', Key }));

    await expect.poll(() => events, soon).toHaveLength(1);
    expect(events).toMatchObject([
      { Records: [{ eventName: 'INSERT' }, { eventName: 'MODIFY' }, { eventName: 'REMOVE' }] },
    ]);
  });

  it('that were made before the first start are not delivered', async () => {
    const house = await streamHouse('orders');
    await house.put('orders', 'earlier', 'early');
    const { delivered } = await consuming(house, [sourceOf('orders')]);

    await house.put('orders', 'x');

    await expect.poll(delivered, soon).toEqual(['x']);
  });

  it('come together as long as the window is open, and by themselves when the batch is full', async () => {
    const house = await streamHouse('orders');
    const window = sourceOf('orders', { batchSize: 4, batchingWindowSeconds: 2 });
    let now = Date.now();
    let sleeps = 0;
    const clock: Clock = {
      now: () => now,
      sleep: (_milliseconds, signal) => {
        sleeps += 1;
        return systemClock.sleep(20, signal);
      },
    };
    const { batches } = await consuming(house, [window], { clock });

    await house.put('orders', 'a', 'b');
    // The first may end a reading that began before the change, the second ends one that sees it.
    const seen = sleeps + 2;
    await expect.poll(() => sleeps, soon).toBeGreaterThanOrEqual(seen);
    now += 1_999;
    await expect.poll(() => sleeps, soon).toBeGreaterThanOrEqual(seen + 2);
    expect(batches()).toEqual([]);
    now += 1;
    await expect.poll(batches, soon).toEqual([['a', 'b']]);
    await house.put('orders', ...numbered(4));
    await expect.poll(batches, soon).toEqual([['a', 'b'], numbered(4)]);
  });

  it('are delivered again until they are taken, and those that came meanwhile after them', async () => {
    const house = await streamHouse('orders');
    const { batches } = await consuming(house, [sourceOf('orders')], {
      answer: async (attempt) => {
        if (attempt <= 3) await house.put('orders', `during-${attempt}`);
        return attempt <= 3 ? refused : taken;
      },
    });

    await house.put('orders', 'first');

    const first = ['first'];
    await expect
      .poll(batches, soon)
      .toEqual([first, first, first, first, ['during-1', 'during-2', 'during-3']]);
    expect(await readDeadLetters(house.directory)).toEqual([]);
  });

  it('that no attempt delivers become a dead letter of where they are, and the next go on', async () => {
    const house = await streamHouse('orders');
    const source = sourceOf('orders', { retryAttempts: 2, batchSize: 2, batchingWindowSeconds: 20 });
    const { events, batches } = await consuming(house, [source], {
      answer: (attempt) => (attempt <= 3 ? refused : taken),
    });
    await house.put('orders', 'bad', 'worse');
    await expect.poll(() => readDeadLetters(house.directory), soon).toHaveLength(1);

    await house.put('orders', 'good', 'better');

    const bad = ['bad', 'worse'];
    await expect.poll(batches, soon).toEqual([bad, bad, bad, ['good', 'better']]);
    const [first, last] = recordsIn(events[0]);
    expect(await readDeadLetters(house.directory)).toEqual([
      {
        queue: 'Undelivered',
        at: expect.any(String),
        source: { kind: 'stream', name: 'Changes of orders' },
        functionName: 'Publisher',
        // And nothing else: the records may be personal data.
        sent: {
          DDBStreamBatchInfo: {
            startSequenceNumber: first?.dynamodb.SequenceNumber,
            endSequenceNumber: last?.dynamodb.SequenceNumber,
            approximateArrivalOfFirstRecord: arrivalOf(first),
            approximateArrivalOfLastRecord: arrivalOf(last),
            batchSize: 2,
            streamArn: first?.eventSourceARN,
          },
        },
        why: 'PublicationBusy: another run',
      },
    ]);
  });

  it('are given up after three attempts where the newest of them is older than it may be, as after a long stop', async () => {
    const house = await streamHouse('orders');
    const source = sourceOf('orders', { maximumRecordAgeSeconds: 3_600 });
    const anHourLater = { ...hurriedClock, now: () => Date.now() + 3_601_000 };
    const { batches } = await consuming(house, [source], { clock: anHourLater, answer: () => refused });

    await house.put('orders', 'old');

    await expect.poll(() => readDeadLetters(house.directory), soon).toHaveLength(1);
    expect(batches()).toEqual([['old'], ['old'], ['old']]);
  });

  it('that are older than they may be are delivered after a long stop though the first attempt fails', async () => {
    const house = await streamHouse('orders');
    const source = sourceOf('orders', { maximumRecordAgeSeconds: 3_600 });
    const anHourLater = { ...hurriedClock, now: () => Date.now() + 3_601_000 };
    const answer = (attempt: number) => (attempt === 1 ? refused : taken);
    const { batches } = await consuming(house, [source], { clock: anHourLater, answer });

    await house.put('orders', 'old');
    await expect.poll(batches, soon).toEqual([['old'], ['old']]);
    await house.put('orders', 'new');

    await expect.poll(batches, soon).toEqual([['old'], ['old'], ['new']]);
    expect(await readDeadLetters(house.directory)).toEqual([]);
  });

  it('of two tables reach one function', async () => {
    const house = await streamHouse('orders', 'parcels');
    const { delivered } = await consuming(house, [sourceOf('orders'), sourceOf('parcels')]);

    await house.put('orders', 'o');
    await house.put('parcels', 'p');

    await expect.poll(() => [...delivered()].sort(), soon).toEqual(['o', 'p']);
  });
});

it('the engine may die: nothing is lost, and nothing comes twice', async () => {
  const house = await streamHouse('orders');
  const { delivered, lines } = await consuming(house, [sourceOf('orders')]);
  const ids = numbered(6);
  let killed = 0;
  for (const id of ids) {
    // The write waits for the engine's return, which may answer before its process is known.
    await house.put('orders', id);
    await expect.poll(() => delivered().at(-1), soon).toBe(id);
    await expect.poll(() => house.engine.processId(), soon).not.toBe(killed);
    killed = house.engine.processId();
    process.kill(killed, 'SIGKILL');
  }
  expect(delivered()).toEqual(ids);
  expect(lines.filter((line) => line.includes('given up'))).toEqual([]);
});

it('the engine may hang, and is read again when it goes on', async () => {
  const house = await streamHouse('orders');
  let unanswered = 0;
  const clock: Clock = {
    ...hurriedClock,
    sleep: (milliseconds, signal) => {
      // The pause after a reading that was not answered.
      if (milliseconds === 1_000) unanswered += 1;
      return hurriedClock.sleep(milliseconds, signal);
    },
  };
  const { delivered, lines } = await consuming(house, [sourceOf('orders')], { clock });
  process.kill(house.engine.processId(), 'SIGSTOP');
  try {
    await expect.poll(() => unanswered, soon).toBeGreaterThanOrEqual(2);
    expect(lines).toEqual([expect.stringContaining('cannot be read')]);
  } finally {
    process.kill(house.engine.processId(), 'SIGCONT');
  }

  await house.put('orders', 'x');

  await expect.poll(delivered, soon).toEqual(['x']);
  expect(lines[1]).toContain('is read again');
});

it('thousands of changes come in full batches, each once and in order', async () => {
  const house = await streamHouse('orders');
  const source = sourceOf('orders', { batchSize: 1_000, batchingWindowSeconds: 600 });
  const { batches, delivered } = await consuming(house, [source]);
  const ids = numbered(2_000);
  for (let first = 0; first < ids.length; first += 25) {
    const requests = ids.slice(first, first + 25).map((id) => ({ PutRequest: { Item: { id } } }));
    await house.documents.send(new BatchWriteCommand({ RequestItems: { orders: requests } }));
  }

  await expect.poll(() => delivered().length, soon).toBe(ids.length);

  expect(batches()).toEqual([ids.slice(0, 1_000), ids.slice(1_000)]);
});

it('a table without a stream is an error that names it', async () => {
  const house = await streamHouse();
  await house.documents.send(
    new CreateTableCommand({
      TableName: 'still',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await expect(consuming(house, [sourceOf('still')])).rejects.toThrow(TableWithoutStream);
});
