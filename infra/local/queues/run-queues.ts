import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import type { DeadLetters } from '../dead-letters/dead-letters.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { DeployedQueue, DeployedQueueSource } from '../template/events.ts';
import { type DurableQueue, openQueue } from './durable-queue.ts';
import { consumeQueue } from './queue-consumer.ts';

export interface QueueSettings {
  readonly queues: readonly DeployedQueue[];
  readonly queueSources: readonly DeployedQueueSource[];
  /** Where the messages are kept, those of each queue in a folder of its name. */
  readonly directory: string;
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly deadLetters: DeadLetters;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
}

export interface RunningQueues {
  /** By name. */
  readonly queues: ReadonlyMap<string, Pick<DurableQueue, 'send'>>;
  /** Ends it. A message that is handed out is not waited for: it is handed out again at the next start. */
  close(): Promise<void>;
}

/** Opens the FIFO queues, and hands what is in them to their functions from now on. Throws DamagedState. */
export const startQueues = async (settings: QueueSettings): Promise<RunningQueues> => {
  const { queueSources, directory, functions, deadLetters, log, clock = systemClock } = settings;
  const closing = new AbortController();
  const means = { functions, deadLetters, log, clock, stop: closing.signal };
  const deployed = new Map(settings.queues.map((queue) => [queue.name, queue]));
  const queues = new Map<string, DurableQueue>();
  for (const { name } of deployed.values()) queues.set(name, await openQueue(join(directory, name), clock));

  const consumers = queueSources
    .filter(({ enabled }) => enabled)
    .flatMap((source) => {
      const queue = queues.get(source.queueName);
      const description = deployed.get(source.queueName);
      return queue && description ? [consumeQueue(queue, description, source, means)] : [];
    });
  return {
    queues,
    close: async () => {
      closing.abort();
      await Promise.all(consumers.map((consumer) => consumer.settled()));
      await deadLetters.settled();
    },
  };
};
