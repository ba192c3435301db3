import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { queueJobs } from '../../../../infra/local/jobs/queues.ts';
import { countQueuedMessages, readDeadLetters } from '../../../../infra/local/jobs/read-jobs.ts';
import type { DeployedQueueSource } from '../../../../infra/local/template/events.ts';
import { newDirectory } from '../new-directory.ts';
import { failed, startJobs, succeeded } from './jobs-under-test.ts';
import { manualClock } from './manual-clock.ts';

const queueName = 'Test-Waiting';
const source: DeployedQueueSource = {
  name: 'Mapping',
  queueName,
  functionName: 'Importer',
  reportsFailures: false,
  isFifo: true,
  deadLetterQueue: 'Test-Undelivered',
};
const minute = 60_000;

const messageEvent = z.object({
  Records: z.tuple([
    z.object({
      body: z.string(),
      attributes: z.object({
        ApproximateReceiveCount: z.coerce.number(),
        SequenceNumber: z.string().optional(),
      }),
    }),
  ]),
});
const never = () => new Promise<Invocation>(() => undefined);

interface Settings extends Partial<DeployedQueueSource> {
  readonly directory?: string;
  readonly respond?: (body: string, receiveCount: number) => Invocation | Promise<Invocation>;
  readonly isRead?: boolean;
}

/** Starts a queue whose function receives the body and the receive count of each message. */
const startQueue = async ({ respond = () => succeeded, isRead = true, ...given }: Settings = {}) => {
  const directory = given.directory ?? (await newDirectory());
  const clock = manualClock();
  const events: unknown[] = [];
  const received: string[] = [];
  const started = startJobs(directory, {
    clock,
    sources: isRead ? [queueJobs({ ...source, ...given })] : [],
    respond: (event) => {
      const [{ body, attributes }] = messageEvent.parse(event).Records;
      events.push(event);
      received.push(body);
      return respond(body, attributes.ApproximateReceiveCount);
    },
  });
  const send = (...bodies: readonly string[]) => {
    for (const body of bodies) started.send(queueName, 'one', body);
  };
  return { ...started, send, sendTo: started.send, clock, directory, events, received };
};

describe('a message of a FIFO queue', () => {
  it("reaches the function in Lambda's format, and is deleted when the function succeeds", async () => {
    const { send, clock, events, directory } = await startQueue();
    send('{"file":"a"}');
    expect(countQueuedMessages(directory)).toBe(1);
    await clock.pass(0);
    expect(countQueuedMessages(directory)).toBe(0);
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            receiptHandle: expect.stringMatching(/^\S+$/),
            body: '{"file":"a"}',
            attributes: {
              ApproximateReceiveCount: '1',
              SentTimestamp: String(clock.now()),
              SequenceNumber: expect.stringMatching(/^\d{20}$/),
              MessageGroupId: 'one',
              SenderId: '000000000000',
              MessageDeduplicationId: createHash('sha256').update('{"file":"a"}').digest('hex'),
              ApproximateFirstReceiveTimestamp: String(clock.now()),
            },
            messageAttributes: {},
            md5OfBody: createHash('md5').update('{"file":"a"}').digest('hex'),
            eventSource: 'aws:sqs',
            eventSourceARN: 'arn:aws:sqs:ap-southeast-2:000000000000:Test-Waiting',
            awsRegion: 'ap-southeast-2',
          },
        ],
      },
    ]);
  });

  it('waits only for earlier messages of its own group', async () => {
    const first = Promise.withResolvers<Invocation>();
    const { sendTo, clock, received, events } = await startQueue({
      respond: (body) => (body === 'a1' ? first.promise : succeeded),
    });
    for (const body of ['a1', 'a2', 'b1']) sendTo(queueName, body.slice(0, 1), body);
    await clock.pass(0);
    expect(received).toEqual(['a1', 'b1']);
    first.resolve(succeeded);
    await clock.pass(0);
    expect(received).toEqual(['a1', 'b1', 'a2']);
    const [a1, , a2] = events.map((event) => messageEvent.parse(event).Records[0].attributes.SequenceNumber);
    expect([a2, a1].toSorted()).toEqual([a1, a2]);
  });

  it('is retried until the function succeeds, with a backoff of up to 10 s and a rising receive count', async () => {
    const tries: [count: number, at: number][] = [];
    const queue = await startQueue({
      respond: (_, count) => {
        tries.push([count, queue.clock.now() - began]);
        return count < 7 ? failed : succeeded;
      },
    });
    const began = queue.clock.now();
    queue.send('a');
    await queue.clock.pass(minute);
    const seconds = [0, 1, 3, 7, 15, 25, 35];
    expect(tries).toEqual(seconds.map((at, index) => [index + 1, at * 1_000]));
    expect(readDeadLetters(queue.directory)).toEqual([]);
  });

  it('becomes a dead letter after the maximum number of attempts, and unblocks the next message', async () => {
    const { send, clock, received, directory } = await startQueue({
      respond: (body) => (body === 'bad' ? failed : succeeded),
      maxAttempts: 3,
    });
    send('bad', 'good');
    await clock.pass(minute);
    expect(received).toEqual(['bad', 'bad', 'bad', 'good']);
    expect(readDeadLetters(directory)).toMatchObject([
      {
        queue: 'Test-Undelivered',
        source: { kind: 'queue', name: 'Test-Waiting' },
        functionName: 'Importer',
        sent: { Records: [{ body: 'bad' }] },
        why: 'Busy: not now',
      },
    ]);
  });

  it.each<[string, () => Invocation | Promise<never>]>([
    ['timed out', () => ({ kind: 'timed-out' })],
    ['Error: no such function', () => Promise.reject(new Error('no such function'))],
  ])('becomes a dead letter that says: %s', async (why, respond) => {
    const { send, clock, directory } = await startQueue({ respond, maxAttempts: 1 });
    send('a');
    await clock.pass(0);
    expect(readDeadLetters(directory)).toMatchObject([{ why }]);
  });

  it('waits while the function is throttled, without using up an attempt', async () => {
    const counts: number[] = [];
    const { send, clock, directory } = await startQueue({
      respond: (_, count) => (counts.push(count) < 4 ? { kind: 'throttled' } : succeeded),
      maxAttempts: 1,
    });
    send('a');
    await clock.pass(minute);
    expect(counts).toEqual([1, 1, 1, 1]);
    expect(readDeadLetters(directory)).toEqual([]);
  });

  it("is not sent if the sender's transaction is rolled back", async () => {
    const { state, send, clock, received } = await startQueue();
    const write = () =>
      state.transaction(() => {
        send('a');
        throw new Error('no room');
      });
    expect(write).toThrow('no room');
    await clock.pass(0);
    expect(received).toEqual([]);
    send('a');
    await clock.pass(0);
    expect(received).toEqual(['a']);
  });

  it('waits while no event source mapping is deployed', async () => {
    const before = await startQueue({ isRead: false });
    before.send('a');
    await before.clock.pass(0);
    before.close();
    const { clock, received } = await startQueue({ directory: before.directory });
    await clock.pass(0);
    expect([before.received, received]).toEqual([[], ['a']]);
  });
});

describe('waiting messages when the stack ends', () => {
  const bodies = Array.from({ length: 12 }, (_, index) => `${index}`);

  it.each(['close', 'kill'] as const)('are delivered in order at the next start (%s)', async (end) => {
    const before = await startQueue({ respond: never });
    before.send(...bodies);
    await before.clock.pass(0);
    before[end]();
    const { clock, received } = await startQueue({ directory: before.directory });
    await clock.pass(0);
    expect(received).toEqual(bodies);
  });

  it('do not lose an attempt to an orderly shutdown', async () => {
    const directory = await newDirectory();
    const counts: number[] = [];
    for (const _ of [1, 2, 3]) {
      const { send, clock, close } = await startQueue({
        directory,
        maxAttempts: 2,
        respond: (_body, count) => {
          counts.push(count);
          return never();
        },
      });
      send('a');
      await clock.pass(0);
      close();
    }
    expect(counts).toEqual([1, 1, 1]);
  });

  it('become dead letters if every attempt was interrupted by a kill', async () => {
    const before = await startQueue({ respond: never, maxAttempts: 1 });
    before.send('a');
    await before.clock.pass(0);
    before.kill();
    const { clock, received, directory } = await startQueue({ directory: before.directory, maxAttempts: 1 });
    await clock.pass(0);
    expect(received).toEqual([]);
    expect(readDeadLetters(directory)).toMatchObject([{ why: 'the stack ended during the last attempt' }]);
  });
});

describe('dead letters', () => {
  it('are redriven in order with new attempts, and then removed', async () => {
    let isFixed = false;
    const { send, jobs, clock, received, directory } = await startQueue({
      respond: () => (isFixed ? succeeded : failed),
      maxAttempts: 2,
    });
    send('a', 'b');
    await clock.pass(minute);
    isFixed = true;
    expect(jobs.redrive(clock.now())).toEqual({ redriven: 2, kept: 0 });
    await clock.pass(0);
    expect(received).toEqual(['a', 'a', 'b', 'b', 'a', 'b']);
    expect(readDeadLetters(directory)).toEqual([]);
    expect(jobs.redrive(clock.now())).toEqual({ redriven: 0, kept: 0 });
  });

  it('are not redriven if their queue is no longer deployed', async () => {
    const before = await startQueue({ respond: () => failed, maxAttempts: 1 });
    before.send('a');
    await before.clock.pass(0);
    before.close();
    const { jobs, clock, directory } = await startQueue({ directory: before.directory, isRead: false });
    expect(jobs.redrive(clock.now())).toEqual({ redriven: 0, kept: 1 });
    expect(readDeadLetters(directory)).toHaveLength(1);
  });

  it('are deleted if they are older than a given time', async () => {
    const { send, jobs, clock, directory } = await startQueue({ respond: () => failed, maxAttempts: 1 });
    send('old');
    await clock.pass(minute);
    const moment = clock.now();
    send('new');
    await clock.pass(minute);
    expect(jobs.dropDeadLetters(moment)).toBe(1);
    expect(readDeadLetters(directory)).toMatchObject([{ sent: { Records: [{ body: 'new' }] } }]);
  });
});

it('finds no dead letters in an unused directory', async () => {
  expect(readDeadLetters(await newDirectory())).toEqual([]);
});

it.each([
  ['start', 'UPDATE', []],
  ['end', 'DELETE', ['a']],
])('waits while the disk is too full to record the %s of an attempt', async (_, write, before) => {
  const { state, send, clock, received, lines, directory } = await startQueue();
  state.database.exec(
    `CREATE TEMP TRIGGER full BEFORE ${write} ON jobs BEGIN SELECT RAISE(ABORT, 'disk is full'); END`,
  );
  send('a');
  await clock.pass(1_500);
  expect(received).toEqual(before);
  expect(lines).toContainEqual(expect.stringContaining('disk is full'));
  state.database.exec('DROP TRIGGER full');
  await clock.pass(2_000);
  expect(received).toEqual(['a']);
  expect(countQueuedMessages(directory)).toBe(0);
});

describe('a message of a standard queue', () => {
  const reporting = { isFifo: false, reportsFailures: true, maxConcurrency: 2 };
  const rejected: Invocation = {
    kind: 'result',
    payload: { batchItemFailures: [{ itemIdentifier: 'any' }] },
  };

  it('does not delay others while it is retried', async () => {
    const { sendTo, clock, received, events } = await startQueue({
      ...reporting,
      respond: (body) => (body === 'bad' ? failed : succeeded),
      maxAttempts: 2,
    });
    for (const body of ['bad', 'good']) sendTo(queueName, undefined, body);
    await clock.pass(0);
    expect(received).toEqual(['bad', 'good']);
    const [{ attributes }] = messageEvent.parse(events[0]).Records;
    expect(attributes).toEqual({ ApproximateReceiveCount: 1 });
  });

  it('becomes a dead letter if the function reports it as failed in every attempt', async () => {
    const { sendTo, clock, directory } = await startQueue({
      ...reporting,
      respond: (body) => (body === 'bad' ? rejected : { kind: 'result', payload: { batchItemFailures: [] } }),
      maxAttempts: 2,
    });
    for (const body of ['bad', 'good']) sendTo(queueName, undefined, body);
    await clock.pass(minute);
    expect(readDeadLetters(directory)).toMatchObject([
      { sent: { Records: [{ body: 'bad' }] }, why: 'rejected by the function' },
    ]);
    expect(countQueuedMessages(directory)).toBe(0);
  });

  it('waits while the maximum number of other messages is being processed', async () => {
    const first = Promise.withResolvers<Invocation>();
    const { sendTo, clock, received } = await startQueue({
      ...reporting,
      respond: (body) => (body === 'a' ? first.promise : body === 'b' ? never() : succeeded),
    });
    for (const body of ['a', 'b', 'c', 'd']) sendTo(queueName, undefined, body);
    await clock.pass(minute);
    expect(received).toEqual(['a', 'b']);
    first.resolve(succeeded);
    await clock.pass(0);
    expect(received).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is not delivered if the stack stops while the message waits for others', async () => {
    const first = Promise.withResolvers<Invocation>();
    const { sendTo, clock, received, stopWorker } = await startQueue({
      ...reporting,
      respond: (body) => (body === 'a' ? first.promise : never()),
    });
    for (const body of ['a', 'b', 'c']) sendTo(queueName, undefined, body);
    await clock.pass(minute);
    stopWorker();
    first.resolve(failed);
    await clock.pass(0);
    expect(received).toEqual(['a', 'b']);
  });
});
