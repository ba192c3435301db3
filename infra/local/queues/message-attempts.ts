import { type DeliveryMeans, failureOf } from '../dead-letters/delivery.ts';
import type { DeployedQueue } from '../template/events.ts';
import type { DurableQueue } from './durable-queue.ts';
import { toQueueEvent } from './queue-event.ts';
import type { QueueMessage } from './queue-message.ts';

/** Whose messages are handed out, and to which function. */
export interface HandedOut {
  readonly queue: DurableQueue;
  readonly deployed: Pick<DeployedQueue, 'name' | 'deadLetterQueue'>;
  readonly functionName: string;
}

/** What becomes of one message. Both throw where the disk does not take it. */
export interface MessageAttempts {
  /** Hands the message out once. Gives how that failed, or undefined where it is over. */
  handOut(message: QueueMessage): Promise<string | undefined>;
  /** Makes it a dead letter. */
  giveUp(message: QueueMessage, why: string): Promise<void>;
}

export const messageAttempts = (
  { queue, deployed: { name, deadLetterQueue = name }, functionName }: HandedOut,
  means: DeliveryMeans,
): MessageAttempts => {
  const { clock, deadLetters, log, stop } = means;
  const stopped = new Promise<'stopped'>((resolve) => {
    stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  });

  return {
    async handOut(message) {
      const counted = await queue.count(message, 1);
      const attempt = failureOf(means, { functionName, event: toQueueEvent(name, counted) });
      const outcome = await Promise.race([attempt.then((failure) => ({ failure })), stopped]);
      if (outcome === 'stopped') await queue.count(counted, -1);
      else if (outcome.failure !== undefined) return outcome.failure;
      else await queue.remove(counted);
      return undefined;
    },
    async giveUp(message, why) {
      log(`A message of queue ${name} is given up: ${why}`);
      await deadLetters.keep({
        queue: deadLetterQueue,
        at: new Date(clock.now()).toISOString(),
        source: { kind: 'queue', name },
        functionName,
        sent: toQueueEvent(name, message),
        why,
      });
      await queue.remove(message);
    },
  };
};
