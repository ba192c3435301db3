import { OperatorError } from '../operator-error.ts';
import type { OperatedStack } from '../stack/operated-stack.ts';
import { sayingElapsed } from '../terminal/elapsed-progress.ts';
import { countedInWords } from '../terminal/in-words.ts';
import type { GoodResult } from './publication-report.ts';
import { type Serving, servedWithin, waitUntilServed } from './served-catalogue.ts';

/** Whether an operator would wonder what is being waited for. */
const isLong = ({ maxUncheckedSeconds }: OperatedStack): boolean => maxUncheckedSeconds > 5;

/** A key that opens one of the views says nothing of the other. */
const servingInWords = ({ state, by }: Serving, keySource: string): string => {
  if (state === 'served') return 'being served';
  if (by.length > 0) return `published, and served by ${by.join()}; the key opens no more`;
  return `published; whether it is being served is unknown without a key of the locations services in ${keySource}`;
};

/** Waits until what was published is being served, and says so. Throws OperatorError where it is not in time. */
export const awaitServed = async (
  stack: OperatedStack,
  { version, locations, capabilities }: GoodResult,
): Promise<Serving> => {
  const wait = () => waitUntilServed({ stack, version });
  const serving = isLong(stack)
    ? await sayingElapsed('waiting until every function has looked for it', wait)
    : await wait();
  const holds = `${countedInWords(locations, 'location')}, ${countedInWords(capabilities, 'service')}`;
  const catalogue = `catalogue ${version} (${holds})`;
  if (serving.state === 'not served')
    throw new OperatorError(
      `${catalogue} is published, but not served after ${servedWithin(stack) / 1_000} s: ${serving.lags.join(', ')}`,
    );
  process.stderr.write(`${catalogue} is ${servingInWords(serving, stack.keySource)}\n`);
  return serving;
};
