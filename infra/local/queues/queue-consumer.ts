import type { DeliveryMeans } from '../dead-letters/delivery.ts';
import type { DeployedQueue, DeployedQueueSource } from '../template/events.ts';
import type { DurableQueue } from './durable-queue.ts';
import { messageAttempts } from './message-attempts.ts';

/**
 * Between attempts. SQS waits for the queue's visibility timeout, so that no second instance takes what the first is
 * still at; on this machine it is known when an attempt is over.
 */
const pauseMilliseconds = { first: 1_000, longest: 60_000 };

const pauseAfter = (attempts: number): number =>
  Math.min(pauseMilliseconds.first * 2 ** (attempts - 1), pauseMilliseconds.longest);

const endedBefore = 'the stack ended after it had been handed out for the last time';

export interface QueueConsumer {
  /** Resolves when nothing is handed out any more; to be called once the signal to stop was given. */
  settled(): Promise<void>;
}

/**
 * Hands the messages of a queue to a function, one at a time of each group and in their order, until the function takes
 * them or they were handed out as often as the queue allows: then they become dead letters. An attempt that the stack's
 * end interrupts does not count; one that a kill interrupts does, lest a message that brings the process down does so
 * at every start.
 */
export const consumeQueue = (
  queue: DurableQueue,
  deployed: DeployedQueue,
  { functionName }: Pick<DeployedQueueSource, 'functionName'>,
  means: DeliveryMeans,
): QueueConsumer => {
  const { clock, log, stop } = means;
  const { handOut, giveUp } = messageAttempts({ queue, deployed, functionName }, means);
  const { name, mostAttempts = Infinity } = deployed;
  const followed = new Map<string, Promise<void>>();

  const followGroup = async (groupId: string): Promise<void> => {
    let failure: string | undefined;
    for (let message = queue.first(groupId); message && !stop.aborted; message = queue.first(groupId)) {
      try {
        if (message.receiveCount >= mostAttempts) {
          await giveUp(message, failure ?? endedBefore);
          failure = undefined;
        } else failure = await handOut(message);
      } catch (error) {
        failure = `the disk does not take what becomes of it: ${error}`;
      }
      if (failure === undefined || stop.aborted) continue;
      const pause = pauseAfter(message.receiveCount + 1);
      log(
        `${functionName} did not take a message of queue ${name}, which is looked at again in ${pause} ms: ${failure}`,
      );
      await clock.sleep(pause, stop);
    }
    // In the same breath as the look that found no message: one that is sent from here on begins anew.
    followed.delete(groupId);
  };

  const follow = (groupId: string): void => {
    if (followed.has(groupId) || stop.aborted || !queue.first(groupId)) return;
    followed.set(groupId, followGroup(groupId));
  };
  queue.onSent(follow);
  for (const groupId of queue.groups()) follow(groupId);

  return {
    settled: async () => {
      await Promise.all(followed.values());
    },
  };
};
