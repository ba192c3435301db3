import { setTimeout as delay } from 'node:timers/promises';
import type {
  PublicationRequest,
  PublicationResult,
} from '../../../shared/domain/publication/publication.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { sayingElapsed } from '../terminal/elapsed-progress.ts';
import { publish } from './publish.ts';

/** Milliseconds between two attempts to have the turn: the publisher answers at once that another run has it. */
const attemptEvery = 1_000;

/**
 * Has the publisher publish what is stored once no other publication runs, and tells the operator what it waits for.
 * The end of another is not announced, so the publisher is asked again, for `patience` milliseconds; after them it
 * answers `busy`. Throws OperatorError where publishing fails.
 */
export const publishInTurn = (
  stack: Pick<OperatedStack, 'invokePublisher'>,
  request: PublicationRequest,
  patience: number,
): Promise<PublicationResult> =>
  sayingElapsed('publishing', async (say) => {
    const end = Date.now() + patience;
    let result = await publish(stack, request);
    if (result.status === 'busy' && patience > 0)
      say('another publication is running, waiting for it to end');
    while (result.status === 'busy' && Date.now() < end) {
      await delay(attemptEvery);
      result = await publish(stack, request);
    }
    return result;
  });
