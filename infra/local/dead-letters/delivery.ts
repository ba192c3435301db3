import type { Clock } from '../clock.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { DeadLetter } from './dead-letter.ts';
import type { DeadLetters } from './dead-letters.ts';

/** What deliveries go through. */
export interface DeliveryMeans {
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly deadLetters: DeadLetters;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Given when the stack closes: nothing is sent, kept or said any more. */
  readonly stop: AbortSignal;
}

/** An event that a function must take, and how long that is tried. */
export interface Delivery {
  readonly source: DeadLetter['source'];
  readonly functionName: string;
  readonly event: unknown;
  /** Attempts after the first; without end where absent. */
  readonly retryAttempts?: number;
  /** Seconds after which there is no other attempt, from `since` on; without end where absent. */
  readonly maximumAgeSeconds?: number;
  /** Attempts that are made however old the event is, unless those of `retryAttempts` are fewer; one if absent. */
  readonly attemptsAtAnyAge?: number;
  /** When the event came about, in epoch milliseconds; the time of the first attempt if absent. */
  readonly since?: number | undefined;
  /** Pause before the second attempt, and the longest of those after it, which double. */
  readonly pauseMilliseconds: { readonly first: number; readonly longest: number };
  /** What cannot be delivered is dropped where absent. */
  readonly deadLetterQueue?: string;
}

/** How an invocation failed; undefined where it did not. */
export const failureOf = async (
  { functions }: Pick<DeliveryMeans, 'functions'>,
  { functionName, event }: Pick<Delivery, 'functionName' | 'event'>,
): Promise<string | undefined> => {
  try {
    const outcome = await functions.invoke(functionName, event);
    if (outcome.kind === 'result') return undefined;
    if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
    return outcome.kind === 'timed-out' ? 'timed out' : 'throttled';
  } catch (error) {
    return String(error);
  }
};

const giveUp = async (means: DeliveryMeans, delivery: Delivery, why: string): Promise<void> => {
  const { source, functionName, event, deadLetterQueue } = delivery;
  const { deadLetters, clock, log } = means;
  log(`The event of ${source.kind} ${source.name} is given up: ${why}`);
  if (deadLetterQueue === undefined) return;
  const at = new Date(clock.now()).toISOString();
  const letter = { queue: deadLetterQueue, at, source, functionName, sent: event, why };
  await deadLetters.keep(letter).catch((error: unknown) => log(`A dead letter is lost: ${error}`));
};

/**
 * Invokes a function until it takes the event, or until its attempts or its time are over: then the event becomes a
 * dead letter. Resolves to whether either came about; not, where the stack closed before.
 */
export const deliver = async (means: DeliveryMeans, delivery: Delivery): Promise<boolean> => {
  const { source, functionName, pauseMilliseconds, attemptsAtAnyAge = 1 } = delivery;
  const { retryAttempts = Infinity, maximumAgeSeconds = Infinity } = delivery;
  const { clock, log, stop } = means;
  const began = clock.now();
  // An event that seems to come from the future has an age all the same.
  const since = Math.min(delivery.since ?? began, began);
  let pause = pauseMilliseconds.first;
  for (let retries = 0; !stop.aborted; retries++) {
    const failure = await failureOf(means, delivery);
    if (stop.aborted) return false;
    if (failure === undefined) return true;
    const isOld = clock.now() - since >= maximumAgeSeconds * 1_000 && retries + 1 >= attemptsAtAnyAge;
    if (retries >= retryAttempts || isOld) {
      await giveUp(means, delivery, failure);
      return true;
    }
    log(
      `${functionName} did not take the event of ${source.kind} ${source.name}, and gets it again in ${pause} ms: ${failure}`,
    );
    await clock.sleep(pause, stop);
    pause = Math.min(pause * 2, pauseMilliseconds.longest);
  }
  return false;
};
