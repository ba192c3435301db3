import { setTimeout as delay } from 'node:timers/promises';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../../shared/http/response-headers.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';

/** Whether the new catalogue answers requests: `unknown` where there was no key to ask with. */
export type Serving = 'served' | 'not served' | 'unknown';

type ServingStack = Pick<OperatedStack, 'apiUrl' | 'catalogueCheckSeconds' | 'readKey'>;

/** Milliseconds in which functions look for a newer catalogue and load it. */
export const servedWithin = ({ catalogueCheckSeconds }: ServingStack): number =>
  30_000 + catalogueCheckSeconds * 1_000;
/** Milliseconds. */
const pollEvery = 200;
const answerWithin = 5_000;

interface Wait {
  readonly stack: ServingStack;
  readonly version: string;
  readonly withinMilliseconds?: number;
}

/** Version that answers at this moment; `refused` where the key is not good for it. */
const askVersion = async (apiUrl: string, key: string): Promise<{ version?: string; refused: boolean }> => {
  try {
    const address = `${apiUrl.replace(/\/$/, '')}${basePathOf['locations-v3']}/workcentres?size=0`;
    const response = await fetch(address, {
      headers: { 'auth-key': key },
      signal: AbortSignal.timeout(answerWithin),
    });
    await response.arrayBuffer();
    const version = response.headers.get(catalogueVersionHeaderName);
    return { refused: response.status === 401 || response.status === 403, ...(version && { version }) };
  } catch {
    return { refused: false };
  }
};

/** What answered last, until it was this version or a newer, or the time was over. */
const poll = async ({
  stack,
  version,
  withinMilliseconds = servedWithin(stack),
}: Wait): Promise<{ serving: Serving; version?: string }> => {
  const key = await stack.readKey();
  if (key === undefined) return { serving: 'unknown' };
  const end = Date.now() + withinMilliseconds;
  let answer = await askVersion(stack.apiUrl, key);
  // Versions are in order by name; another publication may have come after ours.
  const isServed = () => answer.version !== undefined && answer.version >= version;
  while (!answer.refused && !isServed() && Date.now() < end) {
    await delay(pollEvery);
    answer = await askVersion(stack.apiUrl, key);
  }
  if (answer.refused) return { serving: 'unknown' };
  return {
    serving: isServed() ? 'served' : 'not served',
    ...(answer.version && { version: answer.version }),
  };
};

/**
 * Waits until requests are answered from this version of the catalogue. One instance of a function that has it says
 * nothing of the others: each has looked for a newer catalogue only when the check interval is over.
 */
export const waitUntilServed = async (wait: Wait): Promise<Serving> => {
  const [{ serving }] = await Promise.all([poll(wait), delay(wait.stack.catalogueCheckSeconds * 1_000)]);
  return serving;
};

/**
 * The version that answers requests; undefined where that cannot be told. One that was published a moment ago is given
 * the time in which functions look for it.
 */
export const servedVersion = async (stack: ServingStack, published: string): Promise<string | undefined> => {
  const withinMilliseconds = (stack.catalogueCheckSeconds + 1) * 1_000;
  return (await poll({ stack, version: published, withinMilliseconds })).version;
};
