import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { basePathOf } from '../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../shared/http/response-headers.ts';
import { dataFilesIn } from '../local/files/data-files.ts';
import type { StackFile } from '../local/stack-file.ts';

/** Whether the new catalogue answers requests: `unknown` where there was no key to ask with. */
export type Serving = 'served' | 'not served' | 'unknown';

/** Milliseconds. */
export const servedWithin = 30_000;
const pollEvery = 200;
const answerWithin = 5_000;

interface Wait {
  readonly stack: Pick<StackFile, 'apiUrl' | 'catalogueCheckSeconds'>;
  readonly dataDirectory: string;
  readonly version: string;
  readonly withinMilliseconds?: number;
}

/** A key of the stack's own that `npm start` leaves for the machine's owner. */
const readKey = async (dataDirectory: string): Promise<string | undefined> => {
  try {
    return (await readFile(dataFilesIn(dataDirectory).keyFile, 'utf8')).trim() || undefined;
  } catch {
    return undefined;
  }
};

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

const poll = async ({ stack, dataDirectory, version, withinMilliseconds }: Wait): Promise<Serving> => {
  const key = await readKey(dataDirectory);
  if (key === undefined) return 'unknown';
  const end = Date.now() + (withinMilliseconds ?? servedWithin);
  while (Date.now() < end) {
    const answer = await askVersion(stack.apiUrl, key);
    if (answer.refused) return 'unknown';
    // Versions are in order by name; another publication may have come after ours.
    if (answer.version !== undefined && answer.version >= version) return 'served';
    await delay(pollEvery);
  }
  return 'not served';
};

/**
 * Waits until requests are answered from this version of the catalogue. One instance of a function that has it says
 * nothing of the others: each has looked for a newer catalogue only when the check interval is over.
 */
export const waitUntilServed = async (wait: Wait): Promise<Serving> => {
  const [serving] = await Promise.all([poll(wait), delay(wait.stack.catalogueCheckSeconds * 1_000)]);
  return serving;
};
