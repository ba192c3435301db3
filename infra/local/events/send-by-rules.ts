import { createHash } from 'node:crypto';
import type { DurableQueue } from '../queues/durable-queue.ts';
import type { DeployedRule } from '../template/events.ts';
import { matchesPattern } from './event-pattern.ts';

/** The queues that rules may name, by name. */
type Queues = ReadonlyMap<string, Pick<DurableQueue, 'send'>>;

/** Sends events of a bus to the queues of the rules that they match. Resolves once all of these keep the event; rejects where one cannot. */
export const sendByRules =
  (rules: readonly DeployedRule[], queues: Queues) =>
  async (event: unknown, bus = 'default'): Promise<void> => {
    const body = JSON.stringify(event);
    const deduplicationId = createHash('sha256').update(body).digest('hex');
    for (const { enabled, busName, pattern, targets } of rules) {
      if (!enabled || busName !== bus || !matchesPattern(pattern, event)) continue;
      for (const { queueName, messageGroupId } of targets) {
        await queues.get(queueName)?.send({ body, groupId: messageGroupId, deduplicationId });
      }
    }
  };
