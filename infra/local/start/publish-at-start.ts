import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import { publicationResult } from '../../../shared/domain/publication/publication.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { FunctionHost } from '../functions/function-host.ts';

/** A network whose publication a start may need. Nothing else publishes before the start ends. */
export interface StartingNetwork {
  readonly functions: Pick<FunctionHost, 'invoke'>;
  readonly publisherFunction: string;
}

/** Time after which another publication has ended, or the lease of one that died. */
const maxWaitMilliseconds = 2 * 60_000;
const pauseMilliseconds = 500;

/** Publishes what the tables hold. Returns why there is no version, in words; undefined if there is one. */
export const publishAtStart = async (
  { functions, publisherFunction }: StartingNetwork,
  clock: Clock = systemClock,
): Promise<string | undefined> => {
  const neverAborted = new AbortController().signal;
  const end = clock.now() + maxWaitMilliseconds;
  for (;;) {
    const outcome = await functions.invoke(publisherFunction, { reason: 'start' });
    if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
    if (outcome.kind !== 'result')
      return `the publisher was ${outcome.kind === 'timed-out' ? 'too slow and has timed out' : outcome.kind}`;
    const { data: result } = publicationResult.safeParse(outcome.payload);
    switch (result?.status) {
      case undefined:
        return `the publisher answered ${JSON.stringify(outcome.payload)}`;
      case 'refused':
        return `it was refused: ${result.why}`;
      case 'held':
        return `an import of ${result.kind} has not come to its end`;
      case 'busy':
        break;
      default:
        return undefined;
    }
    if (clock.now() >= end)
      return `another publication has been running for ${maxWaitMilliseconds / 60_000} minutes`;
    await clock.sleep(pauseMilliseconds, neverAborted);
  }
};

/**
 * Publishes a stored network, before any request is answered, if nothing is published, as when the files were lost, or
 * nothing that can be read. A failure is reported, and the start goes on. Throws StoreUnavailable.
 */
export const publishIfUnpublished = async (
  network: StartingNetwork & { readonly bucket: Bucket; readonly report: (line: string) => void },
): Promise<void> => {
  if (await isPublished(network.bucket)) return;
  network.report('Publishing the network, of which nothing is published that can be read');
  const failure = await publishAtStart(network);
  if (failure !== undefined)
    network.report(
      `The network was not published: ${failure}. See npx waypost status, and npx waypost publish`,
    );
};

const isPublished = async (bucket: Bucket): Promise<boolean> => {
  try {
    return (await readManifest(bucket)).kind === 'found';
  } catch (error) {
    if (error instanceof DamagedPublication) return false;
    throw error;
  }
};
