import { type PublicationResult, publicationResult } from '../../../shared/domain/publication/publication.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { FunctionHost, Invocation } from '../functions/function-host.ts';

/** The sample data could not be loaded, or not be published. */
export class SampleNotLoaded extends Error {
  override readonly name = 'SampleNotLoaded';
}

/** Another publication has ended by then, or the lease of one that died has. */
const turnWithinMilliseconds = 2 * 60_000;
const askEveryMilliseconds = 500;

/** Why there is no version, in words; undefined where there is one. */
const shortfallOf = (result: PublicationResult): string | undefined => {
  switch (result.status) {
    case 'refused':
      return `it was refused: ${result.why}`;
    case 'held':
      return `an import of ${result.kind} has not come to its end`;
    case 'busy':
      return `another publication has been running for ${turnWithinMilliseconds / 60_000} minutes`;
    default:
      return undefined;
  }
};

const failureOf = (outcome: Exclude<Invocation, { kind: 'result' }>): string => {
  if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
  return `the publisher was ${outcome.kind === 'timed-out' ? 'too slow and has timed out' : outcome.kind}`;
};

/**
 * Has the publisher publish what the tables hold once no other publication runs. Resolves with undefined when that is there, else with
 * why it is not, in words.
 */
export const publishAtStart = async (
  functions: Pick<FunctionHost, 'invoke'>,
  publisherFunction: string,
  clock: Clock = systemClock,
): Promise<string | undefined> => {
  const neverAborted = new AbortController().signal;
  const end = clock.now() + turnWithinMilliseconds;
  for (;;) {
    const outcome = await functions.invoke(publisherFunction, { reason: 'start' });
    if (outcome.kind !== 'result') return failureOf(outcome);
    const { data } = publicationResult.safeParse(outcome.payload);
    if (data === undefined) return `the publisher answered ${JSON.stringify(outcome.payload)}`;
    if (data.status !== 'busy' || clock.now() >= end) return shortfallOf(data);
    await clock.sleep(askEveryMilliseconds, neverAborted);
  }
};

/**
 * Has the sample published. Only a version that is there counts: without one the network would be empty until the
 * schedule's next run. Throws SampleNotLoaded.
 */
export const publishSample = async (
  functions: Pick<FunctionHost, 'invoke'>,
  publisherFunction: string,
  clock: Clock = systemClock,
): Promise<void> => {
  const shortfall = await publishAtStart(functions, publisherFunction, clock);
  if (shortfall !== undefined) throw new SampleNotLoaded(`The sample was not published: ${shortfall}`);
};
