import { expect, inject, it } from 'vitest';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { describeSoak, soak } from '../support/load/soak.ts';

const { url, key, dataDirectory } = inject('sharedStack');

it('H05 five seconds of steady load fail no request, and the memory does not run away', async () => {
  const stack = await readStackFile(dataDirectory);
  const result = await soak({ url, keys: [key], pid: stack?.pid ?? 0, seconds: 5, perSecond: 40 });
  console.log(`H05: ${describeSoak(result)}`);
  expect(result).toMatchObject({ requests: 200, failed: 0 });
  // `npm run soak` takes long enough to ask for less.
  expect(result.megabytesLate / result.megabytesEarly).toBeLessThan(2);
});
