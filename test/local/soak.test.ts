import { expect, inject, it } from 'vitest';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { describeSoak, soak } from '../support/load/soak.ts';

const { url, key, dataDirectory } = inject('sharedStack');

// The stack may be held up for longer than a request is let wait for a store, and started by other tests meanwhile.
it('H05 five seconds of steady load fail no request, and the memory does not run away', {
  retry: 2,
}, async () => {
  const stack = await readStackFile(dataDirectory);
  const result = await soak({ url, keys: [key], pid: stack?.pid ?? 0, seconds: 5, perSecond: 40 });
  console.log(`H05: ${describeSoak(result)}`);
  expect(result).toMatchObject({ requests: 200, failed: 0 });
  // `npm run soak` takes long enough to ask for less.
  expect(result.megabytesLate / result.megabytesEarly).toBeLessThan(2);
});
