import { BatchWriteCommand, DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Clock, systemClock } from '../../../../infra/local/clock.ts';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { createTables } from '../../../../infra/local/database/tables.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { readDeadLetters } from '../../../../infra/local/jobs/read-jobs.ts';
import { startEventSources, streamJobs } from '../../../../infra/local/streams/event-sources.ts';
import type { DeployedEventSource } from '../../../../infra/local/template/events.ts';
import { place, startEngine, tableProperties } from '../database/engine-under-test.ts';
import { failed, startJobs, succeeded } from '../jobs/jobs-under-test.ts';
import { newDirectory } from '../new-directory.ts';

/** Clock that sleeps in real time, but always briefly. */
const hurriedClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => systemClock.sleep(Math.min(milliseconds, 20), signal),
};

const soon = { timeout: 60_000, interval: 20 };

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);

const sourceOf = (settings: Partial<DeployedEventSource> = {}): DeployedEventSource => ({
  name: 'Changes of orders',
  tableName: 'orders',
  functionName: 'Publisher',
  batchSize: 100,
  maxAttempts: Infinity,
  deadLetterQueue: 'Undelivered',
  ...settings,
});

const streamEvent = z.object({
  Records: z.array(
    z.looseObject({
      eventSourceARN: z.string(),
      dynamodb: z.looseObject({
        Keys: z.object({ id: z.object({ S: z.string() }) }),
        SequenceNumber: z.string(),
        ApproximateCreationDateTime: z.number(),
      }),
    }),
  ),
});
const recordsIn = (event: unknown) => streamEvent.parse(event).Records;

const startTable = async () => {
  const directory = await newDirectory();
  const { engine, client: documents } = await startEngine({ dataFile: dataFilesIn(directory).databaseFile });
  await createTables(documents, [{ name: 'orders', properties: tableProperties }]);
  const put = async (...ids: readonly string[]) => {
    for (const id of ids) await documents.send(new PutCommand({ TableName: 'orders', Item: { id } }));
  };
  return { directory, engine, documents, put };
};

interface Settings {
  readonly source?: DeployedEventSource;
  readonly clock?: Clock;
  readonly respond?: (attempt: number) => Invocation | Promise<Invocation>;
}

/** Starts an event source. `batches` returns the ids in each invocation, in order. */
const follow = async (
  { directory, engine, documents }: Awaited<ReturnType<typeof startTable>>,
  { source = sourceOf(), clock = hurriedClock, respond = () => succeeded }: Settings = {},
) => {
  const events: unknown[] = [];
  const started = startJobs(directory, {
    clock,
    sources: [streamJobs(source)],
    respond: (event) => {
      events.push(event);
      return respond(events.length);
    },
  });
  await startEventSources(started.context, [source], documents, { ...place, endpoint: engine.endpoint });
  const batches = () => events.map((event) => recordsIn(event).map(({ dynamodb }) => dynamodb.Keys.id.S));
  return { ...started, events, batches, delivered: () => batches().flat() };
};

describe('table changes', () => {
  it("reach the function within seconds, in Lambda's format", async () => {
    const stream = await startTable();
    const { events } = await follow(stream, { clock: systemClock });
    const before = Math.floor(Date.now() / 1_000);

    await stream.put('x');

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

  it('are delivered only if they are of a selected kind, and were made after the first start', async () => {
    const stream = await startTable();
    await stream.put('w');
    await stream.documents.send(new DeleteCommand({ TableName: 'orders', Key: { id: 'w' } }));
    const { events, delivered } = await follow(stream, {
      source: sourceOf({ changeNames: ['MODIFY', 'REMOVE'] }),
    });
    await stream.put('x', 'y');
    const changed = { TableName: 'orders', Item: { id: 'x', amount: 1 } };
    await stream.documents.send(new PutCommand(changed));
    await stream.documents.send(new DeleteCommand({ TableName: 'orders', Key: { id: 'y' } }));
    await expect.poll(delivered, soon).toEqual(['x', 'y']);
    expect(events.flatMap(recordsIn).map(({ eventName }) => eventName)).toEqual(['MODIFY', 'REMOVE']);
  });

  it('are retried until the function succeeds, before later changes', async () => {
    const stream = await startTable();
    const { batches } = await follow(stream, {
      respond: async (attempt) => {
        if (attempt > 3) return succeeded;
        await stream.put(`during-${attempt}`);
        return failed;
      },
    });

    await stream.put('first');

    const first = ['first'];
    await expect
      .poll(batches, soon)
      .toEqual([first, first, first, first, ['during-1', 'during-2', 'during-3']]);
    expect(readDeadLetters(stream.directory)).toEqual([]);
  });

  it('become a dead letter that contains their position, and can be redriven', async () => {
    const stream = await startTable();
    const source = sourceOf({ maxAttempts: 3, batchSize: 2 });
    (await follow(stream, { source })).close();
    await stream.put('bad', 'worse');
    const { events, batches, delivered, jobs } = await follow(stream, {
      source,
      respond: (attempt) => (attempt <= 3 ? failed : succeeded),
    });
    await expect.poll(() => readDeadLetters(stream.directory), soon).toHaveLength(1);
    await stream.put('good', 'better');

    const bad = ['bad', 'worse'];
    const handed = [...bad, ...bad, ...bad, 'good', 'better'];
    await expect.poll(delivered, soon).toEqual(handed);
    expect(batches().slice(0, 3)).toEqual([bad, bad, bad]);
    const [first, last] = recordsIn(events[0]);
    const arrivalOf = (record: typeof first) =>
      new Date((record?.dynamodb.ApproximateCreationDateTime ?? Number.NaN) * 1_000).toISOString();
    expect(readDeadLetters(stream.directory)).toMatchObject([
      {
        queue: 'Undelivered',
        source: { kind: 'stream', name: 'Changes of orders' },
        functionName: 'Publisher',
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
        why: 'Busy: not now',
      },
    ]);
    jobs.redrive(Date.now());
    await expect.poll(delivered, soon).toEqual([...handed, ...bad]);
  });

  it.each([
    [1, ['old', 'old', 'new']],
    [3, ['old', 'old', 'old', 'new']],
  ])('are tried 3 times even beyond their maximum age (%i attempts fail)', async (failures, expected) => {
    const stream = await startTable();
    const source = sourceOf({ maxAgeSeconds: 3_600 });
    const { delivered } = await follow(stream, {
      source,
      clock: { ...hurriedClock, now: () => Date.now() + 3_601_000 },
      respond: (attempt) => (attempt <= failures ? failed : succeeded),
    });
    await stream.put('old');
    await expect.poll(() => delivered().length, soon).toBe(expected.length - 1);
    await stream.put('new');
    await expect.poll(delivered, soon).toEqual(expected);
    expect(readDeadLetters(stream.directory)).toHaveLength(failures === 3 ? 1 : 0);
  });

  it('arrive once, in order and in batches of the maximum size', async () => {
    const stream = await startTable();
    const source = sourceOf({ batchSize: 1_000 });
    (await follow(stream, { source })).close();
    const ids = numbered(2_000);
    for (let first = 0; first < ids.length; first += 25) {
      const requests = ids.slice(first, first + 25).map((id) => ({ PutRequest: { Item: { id } } }));
      await stream.documents.send(new BatchWriteCommand({ RequestItems: { orders: requests } }));
    }
    const { batches } = await follow(stream, { source });
    await expect.poll(batches, soon).toEqual([ids.slice(0, 1_000), ids.slice(1_000)]);
  });
});

describe('after a restart', () => {
  it('delivers changes made while the stack was stopped exactly once', async () => {
    const stream = await startTable();
    (await follow(stream)).close();
    await stream.put('zero');
    const first = await follow(stream);
    await stream.put('one');
    await expect.poll(first.delivered, soon).toEqual(['zero', 'one']);
    first.close();
    await stream.put('two', 'three');
    const second = await follow(stream);
    await expect.poll(second.delivered, soon).toEqual(['two', 'three']);
  });

  it.each(['close', 'kill'] as const)('redelivers a batch that was in flight (%s)', async (end) => {
    const stream = await startTable();
    const first = await follow(stream, { respond: () => new Promise(() => {}) });
    await stream.put('one');
    await expect.poll(first.delivered, soon).toEqual(['one']);
    first[end]();
    const second = await follow(stream);
    await expect.poll(second.delivered, soon).toEqual(['one']);
  });

  it('reads from the oldest record if its position no longer exists, as in a restored database', async () => {
    const stream = await startTable();
    const first = await follow(stream);
    await stream.put(...numbered(3));
    await expect.poll(first.delivered, soon).toEqual(numbered(3));
    first.state.database.exec(
      `UPDATE stream_positions SET position = replace(position, '"after":"3"', '"after":"300"')`,
    );
    first.close();
    const second = await follow(stream);
    await expect.poll(second.delivered, soon).toEqual(numbered(3));
  });
});

it('delivers every change exactly once even if the engine is killed', async () => {
  const stream = await startTable();
  const { delivered, lines } = await follow(stream);
  const ids = numbered(6);
  let killed = 0;
  for (const id of ids) {
    // The write waits for the engine to restart. The engine may respond before its process ID is known.
    await stream.put(id);
    await expect.poll(() => delivered().at(-1), soon).toBe(id);
    await expect.poll(() => stream.engine.processId(), soon).not.toBe(killed);
    killed = stream.engine.processId();
    process.kill(killed, 'SIGKILL');
  }
  expect(delivered()).toEqual(ids);
  expect(lines.filter((line) => line.includes('Giving up'))).toEqual([]);
});

it('resumes reading when a hung engine continues', async () => {
  const stream = await startTable();
  let failures = 0;
  const clock: Clock = {
    ...hurriedClock,
    sleep: (milliseconds, signal) => {
      if (milliseconds === 1_000) failures += 1;
      return hurriedClock.sleep(milliseconds, signal);
    },
  };
  const { delivered, lines } = await follow(stream, { clock });
  process.kill(stream.engine.processId(), 'SIGSTOP');
  try {
    await expect.poll(() => failures, soon).toBeGreaterThanOrEqual(2);
    expect(lines).toEqual([expect.stringContaining('failed and will be retried')]);
  } finally {
    process.kill(stream.engine.processId(), 'SIGCONT');
  }
  await stream.put('x');
  await expect.poll(delivered, soon).toEqual(['x']);
  expect(lines[1]).toContain('works again');
});

it('delays changes, but does not lose them, if the disk is full', async () => {
  const stream = await startTable();
  const { state, delivered, lines } = await follow(stream);
  state.database.exec(
    "CREATE TEMP TRIGGER full BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  );
  await stream.put('x');
  await expect.poll(() => lines, soon).toEqual([expect.stringContaining('disk is full')]);
  state.database.exec('DROP TRIGGER full');
  await expect.poll(delivered, soon).toEqual(['x']);
});

it('rejects a table without a stream', async () => {
  const stream = await startTable();
  const { StreamSpecification: _, ...properties } = tableProperties;
  await createTables(stream.documents, [{ name: 'still', properties }]);
  await expect(follow(stream, { source: sourceOf({ tableName: 'still' }) })).rejects.toThrow(
    'The table still has no stream.',
  );
});
