import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { largeNetwork } from '../../support/networks/large-network.ts';
import { coldStarter, medianStarts } from '../../support/processes/cold-start.ts';
import { searchStarts } from '../../support/processes/search-starts.ts';

const answer = z.object({ body: z.string() });
const points = z.object({ points: z.array(z.unknown()).length(5) });

/** Maximum processor time that the first search adds, in empty starts. Measured: 2.4 to 3. */
const maxEmptyStarts = 4;
/** Minimum factor by which the function with JSON and the SDK's client must take longer. Measured: 5 to 7. */
const timesLess = 3;

// Other load slows down short starts more than long ones.
it(`the first search adds at most ${maxEmptyStarts} times an empty start, and a third of what JSON and the SDK's client add`, {
  timeout: 300_000,
}, async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'waypost-starts-'));
  const store = await startLocalBucket();
  onTestFinished(() => store.close());
  const { empty, start } = await coldStarter(directory.path);
  const searches = await searchStarts(store, largeNetwork(21_000), directory.path);
  const starts = await medianStarts(start, { empty, ...searches }, 7);
  const milliseconds = (name: 'empty' | 'ours' | 'json') =>
    starts.get(name)?.answered.processorMilliseconds ?? Number.NaN;
  const beyond = (name: 'ours' | 'json') => milliseconds(name) - milliseconds('empty');
  for (const name of ['ours', 'json']) points.parse(JSON.parse(answer.parse(starts.get(name)?.result).body));
  console.log(
    `the first search takes ${beyond('ours').toFixed(0)} ms of processor time more than an empty function, ` +
      `with JSON and the SDK's client ${beyond('json').toFixed(0)} ms`,
  );
  expect(beyond('ours') / milliseconds('empty')).toBeLessThan(maxEmptyStarts);
  expect(beyond('json') / beyond('ours')).toBeGreaterThan(timesLess);
});
