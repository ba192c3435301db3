import { expect, it } from 'vitest';
import { describeSoak, soak } from '../support/load/open-loop.ts';
import { describedStack } from '../support/stack/stack-stores.ts';
import { sharedStack } from './running-stack.ts';

const { url, key, dataDirectory } = sharedStack;

it('H05 fails no request during five seconds of steady load, and needs a limited amount of memory', async () => {
  const { pid } = await describedStack(dataDirectory);
  // The rate is low, because other tests run on the machine. `npm run soak` sends more requests.
  const result = await soak({ url, keys: [key], pid, seconds: 5, perSecond: 20 });
  console.log(`H05: ${describeSoak(result)}`);
  expect(result).toMatchObject({ requests: 100, failed: 0 });
  expect(result.megabytesLate / result.megabytesEarly).toBeLessThan(2);
});
