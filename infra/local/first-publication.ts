import { publicationResult } from '../../shared/domain/location/publication.ts';
import { type Clock, systemClock } from './clock.ts';
import type { FunctionHost } from './functions/function-host.ts';

/** The sample data could not be loaded, or not be published. */
export class SampleNotLoaded extends Error {
  override readonly name = 'SampleNotLoaded';
}

/** Another publication has ended by then, or the lease of one that died has. */
const turnWithinMilliseconds = 2 * 60_000;
const askEveryMilliseconds = 500;

/**
 * Has the publisher publish the sample, in its turn. Only a version that is there counts: without one the network
 * would be empty until the schedule's next run. Throws SampleNotLoaded.
 */
export const publishSample = async (
  functions: Pick<FunctionHost, 'invoke'>,
  publisherFunction: string,
  clock: Clock = systemClock,
): Promise<void> => {
  const ask = async () => {
    const outcome = await functions.invoke(publisherFunction, { reason: 'first start' });
    const { data } = publicationResult.safeParse(outcome.kind === 'result' ? outcome.payload : undefined);
    return { outcome, status: data?.status };
  };
  const neverAborted = new AbortController().signal;
  const end = clock.now() + turnWithinMilliseconds;
  let asked = await ask();
  while (asked.status === 'busy' && clock.now() < end) {
    await clock.sleep(askEveryMilliseconds, neverAborted);
    asked = await ask();
  }
  const { status, outcome } = asked;
  if (status !== 'published' && status !== 'unchanged' && status !== 'superseded')
    throw new SampleNotLoaded(`The sample was not published: ${JSON.stringify(outcome)}`);
};
