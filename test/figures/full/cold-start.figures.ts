import { expect, it } from 'vitest';
import * as z from 'zod';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { largeNetwork } from '../../support/networks/large-network.ts';
import { perFile, temporaryFolder } from '../../support/per-test.ts';
import { coldStarter, medianStarts, searchStarts } from '../../support/processes/cold-start.ts';

const folder = perFile(temporaryFolder);
const store = perFile(startLocalBucket);

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
  const { empty, start } = await coldStarter(folder.path);
  const searches = await searchStarts(store, largeNetwork(21_000), folder.path);
  const starts = await medianStarts(start, { empty, ...searches }, 7);
  const answered = (name: 'empty' | 'ours' | 'json') =>
    starts.get(name)?.answered ?? { milliseconds: Number.NaN, processorMilliseconds: Number.NaN };

  const beyond = (name: 'ours' | 'json') =>
    answered(name).processorMilliseconds - answered('empty').processorMilliseconds;
  for (const name of ['ours', 'json'] as const) {
    points.parse(JSON.parse(answer.parse(starts.get(name)?.result).body));
  }
  console.log(
    `the first search takes ${beyond('ours').toFixed(0)} ms of processor time more than an empty function, ` +
      `with JSON and the SDK's client ${beyond('json').toFixed(0)} ms`,
  );
  expect(beyond('ours') / answered('empty').processorMilliseconds).toBeLessThan(maxEmptyStarts);
  expect(beyond('json') / beyond('ours')).toBeGreaterThan(timesLess);
});
