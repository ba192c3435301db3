import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import type { Clock } from '../../../../infra/local/clock.ts';
import { deadLettersIn, readDeadLetters } from '../../../../infra/local/dead-letters/dead-letters.ts';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { startQueues } from '../../../../infra/local/queues/run-queues.ts';

const queueName = 'Test-Waiting';

const messageEvent = z.object({
  Records: z.tuple([
    z.object({ body: z.string(), attributes: z.object({ ApproximateReceiveCount: z.string() }) }),
  ]),
});

export const taken: Invocation = { kind: 'result', payload: null };
export const refused: Invocation = { kind: 'failed', errorType: 'Busy', errorMessage: 'not now' };

/** Sleeps as long as the test lets it, which is until the next turn; the pauses asked for are written down. */
const hastyClock = (pauses: number[]): Clock => ({
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    pauses.push(milliseconds);
    if (!signal.aborted) await new Promise((resolve) => setImmediate(resolve));
  },
});

/** Queues on a data directory of one test, which may be started again and again. */
export const queueHouse = async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'waypost-queues-'));
  onTestFinished(() => rm(dataDirectory, { recursive: true }));
  const files = dataFilesIn(dataDirectory);
  const log: string[] = [];

  /** Starts them with a function that answers as told; the answer gets the body and how often it was handed out. */
  const start = async (
    answer: (body: string, receiveCount: number) => Invocation | Promise<Invocation> = () => taken,
    settings: { readonly mostAttempts?: number; readonly enabled?: boolean } = {},
  ) => {
    const events: unknown[] = [];
    const received: string[] = [];
    const pauses: number[] = [];
    const running = await startQueues({
      queues: [
        {
          name: queueName,
          deduplicatesByContent: true,
          deadLetterQueue: 'Test-Undelivered',
          ...(settings.mostAttempts === undefined ? {} : { mostAttempts: settings.mostAttempts }),
        },
      ],
      queueSources: [
        { name: 'Mapping', enabled: settings.enabled ?? true, queueName, functionName: 'Importer' },
      ],
      directory: files.queuesDirectory,
      functions: {
        invoke: async (_, event) => {
          const { Records } = messageEvent.parse(event);
          const [{ body, attributes }] = Records;
          events.push(event);
          received.push(body);
          return answer(body, Number(attributes.ApproximateReceiveCount));
        },
      },
      deadLetters: deadLettersIn(files.deadLettersFile),
      log: (line) => log.push(line),
      clock: hastyClock(pauses),
    });
    onTestFinished(() => running.close());
    const send = async (body: string, groupId = 'one', deduplicationId = body) =>
      running.queues.get(queueName)?.send({ body, groupId, deduplicationId });
    return { events, received, pauses, send, close: running.close };
  };

  return {
    start,
    log,
    directory: join(files.queuesDirectory, queueName),
    waiting: () => readdir(join(files.queuesDirectory, queueName)),
    deadLetters: () => readDeadLetters(dataDirectory),
  };
};
