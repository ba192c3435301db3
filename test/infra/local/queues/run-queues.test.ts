import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DamagedState } from '../../../../infra/local/files/durable-state.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { queueHouse, refused, taken } from './queues-under-test.ts';

const soon = { timeout: 10_000, interval: 10 };

describe('a message of a FIFO queue', () => {
  it('reaches the function shaped as Lambda hands it on, and is gone once it was taken', async () => {
    const house = await queueHouse();
    const { events, send } = await house.start();

    await send('{"file":"a"}', 'files', 'digest');

    await expect.poll(house.waiting, soon).toEqual([]);
    expect(events).toEqual([
      {
        Records: [
          {
            messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            receiptHandle: expect.stringMatching(/^\S+$/),
            body: '{"file":"a"}',
            attributes: {
              ApproximateReceiveCount: '1',
              SentTimestamp: expect.stringMatching(/^\d{13}$/),
              SequenceNumber: expect.stringMatching(/^\d{20}$/),
              MessageGroupId: 'files',
              SenderId: expect.any(String),
              MessageDeduplicationId: 'digest',
              ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
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

  it('waits until those of its group before it were taken, and not for those of another', async () => {
    const house = await queueHouse();
    const first = Promise.withResolvers<Invocation>();
    const { received, send } = await house.start((body) => (body === 'a1' ? first.promise : taken));

    await send('a1', 'a');
    await send('a2', 'a');
    await send('b1', 'b');

    await expect.poll(() => received, soon).toEqual(['a1', 'b1']);
    first.resolve(taken);
    await expect.poll(() => received, soon).toEqual(['a1', 'b1', 'a2']);
    await expect.poll(house.waiting, soon).toEqual([]);
  });

  it('comes again after a pause that grows, with its count, until it is taken', async () => {
    const house = await queueHouse();
    const counts: number[] = [];
    const { pauses, send } = await house.start((_, count) => {
      counts.push(count);
      return count < 4 ? refused : taken;
    });

    await send('a');

    await expect.poll(house.waiting, soon).toEqual([]);
    expect(counts).toEqual([1, 2, 3, 4]);
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    expect(await house.deadLetters()).toEqual([]);
  });

  it('becomes a dead letter after as many attempts as the queue allows, and the next has its turn', async () => {
    const house = await queueHouse();
    const { received, send } = await house.start((body) => (body === 'bad' ? refused : taken), {
      mostAttempts: 3,
    });

    await send('bad');
    await send('good');

    await expect.poll(house.waiting, soon).toEqual([]);
    expect(received).toEqual(['bad', 'bad', 'bad', 'good']);
    expect(await house.deadLetters()).toEqual([
      {
        queue: 'Test-Undelivered',
        at: expect.any(String),
        source: { kind: 'queue', name: 'Test-Waiting' },
        functionName: 'Importer',
        sent: expect.objectContaining({ Records: [expect.objectContaining({ body: 'bad' })] }),
        why: 'Busy: not now',
      },
    ]);
  });

  it('that repeats another is dropped for five minutes, and comes again after that', async () => {
    // Stands still between the messages, however long each of them takes.
    const began = Date.now();
    const now = vi.spyOn(Date, 'now').mockReturnValue(began);
    onTestFinished(() => now.mockRestore());
    const house = await queueHouse();
    const { received, send } = await house.start();

    await send('a', 'files', 'same');
    await expect.poll(house.waiting, soon).toEqual([]);
    await send('b', 'files', 'same');
    now.mockReturnValue(began + 299_000);
    await send('c', 'files', 'same');
    now.mockReturnValue(began + 301_000);
    await send('d', 'files', 'same');

    await expect.poll(() => received, soon).toEqual(['a', 'd']);
  });

  it('waits where its function is not to be invoked', async () => {
    const house = await queueHouse();
    const { send, close } = await house.start(undefined, { enabled: false });
    await send('a');
    await close();
    const { received } = await house.start();
    await expect.poll(() => received, soon).toEqual(['a']);
  });
});

describe('messages that wait when the stack ends', () => {
  it('are handed out at the next start in their order, each once', async () => {
    const house = await queueHouse();
    const before = await house.start(() => new Promise(() => undefined));
    for (const body of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']) await before.send(body);
    await before.close();

    const { received } = await house.start();

    await expect.poll(house.waiting, soon).toEqual([]);
    expect(received).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  });

  it('do not have the attempt counted that an orderly end interrupted', async () => {
    const house = await queueHouse();
    const counts: number[] = [];
    for (const _ of [1, 2, 3]) {
      const { received, send, close } = await house.start(
        (_body, count) => {
          counts.push(count);
          return new Promise(() => undefined);
        },
        { mostAttempts: 2 },
      );
      await send('a');
      await expect.poll(() => received, soon).toEqual(['a']);
      await close();
    }
    expect(counts).toEqual([1, 1, 1]);
    expect(await house.deadLetters()).toEqual([]);
  });

  it('become dead letters where each attempt ended in a kill', async () => {
    const house = await queueHouse();
    const { send, received, close } = await house.start(() => new Promise(() => undefined), {
      mostAttempts: 1,
    });
    await send('a');
    await expect.poll(() => received, soon).toEqual(['a']);
    // What a kill leaves, which nothing follows.
    const [name = ''] = await readdir(house.directory);
    const left = await readFile(join(house.directory, name), 'utf8');
    await close();
    await writeFile(join(house.directory, name), left);

    const after = await house.start(() => taken, { mostAttempts: 1 });

    await expect.poll(house.waiting, soon).toEqual([]);
    expect(after.received).toEqual([]);
    expect(await house.deadLetters()).toMatchObject([{ why: expect.stringMatching(/ended/) }]);
  });

  it('are found among files that are none, which stay as they are', async () => {
    const house = await queueHouse();
    const { send, close } = await house.start(undefined, { enabled: false });
    await send('a');
    await close();
    for (const name of ['.DS_Store', 'Thumbs.db', 'notes.json', '1.json'])
      await writeFile(join(house.directory, name), 'no message');

    const { received } = await house.start();

    await expect.poll(() => received, soon).toEqual(['a']);
    await expect
      .poll(async () => (await readdir(house.directory)).sort(), soon)
      .toEqual(['.DS_Store', '1.json', 'Thumbs.db', 'notes.json']);
  });

  it('are told of where one is damaged, and what was half written is cleared away', async () => {
    const house = await queueHouse();
    const { send, close } = await house.start(undefined, { enabled: false });
    await send('a');
    await close();
    const [name = ''] = await house.waiting();
    await writeFile(join(house.directory, `${name}.unfinished`), '{"mess');
    await (await house.start(undefined, { enabled: false })).close();
    expect(await house.waiting()).toEqual([name]);

    await writeFile(join(house.directory, name), '{"messageId":');
    await expect(house.start()).rejects.toThrow(DamagedState);
    await expect(house.start()).rejects.toThrow(name);
  });
});
