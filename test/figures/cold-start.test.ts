import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { coldStarter, medianStarts } from '../support/cold-start.ts';
import { largeNetwork } from '../support/large-network.ts';
import { type LocalBucket, startLocalBucket } from '../support/local-bucket.ts';
import { searchStarts } from '../support/search-starts.ts';

let directory: string;
let store: LocalBucket;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-starts-'));
  store = await startLocalBucket();
});
afterAll(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

const answer = z.object({ body: z.string() });
const points = z.object({ points: z.array(z.unknown()).length(5) });

/** What an instance may need beyond an empty one until it has searched 21,000 locations for the first time. */
const mostMilliseconds = 150;

it('the first search costs a fifth of what it would with JSON and the whole client of S3', {
  timeout: 300_000,
}, async () => {
  const { empty, start } = await coldStarter(directory);
  const searches = await searchStarts(store, largeNetwork(21_000), directory);
  const starts = await medianStarts(start, { empty, ...searches }, 7);
  const answered = (name: 'empty' | 'ours' | 'json') =>
    starts.get(name)?.answered ?? { milliseconds: Number.NaN, processorMilliseconds: Number.NaN };

  const beyond = (name: 'ours' | 'json') => answered(name).milliseconds - answered('empty').milliseconds;
  for (const name of ['ours', 'json'] as const) {
    points.parse(JSON.parse(answer.parse(starts.get(name)?.result).body));
  }
  console.log(
    `the first search is answered ${beyond('ours').toFixed(0)} ms after an empty function is, ` +
      `with JSON and the whole client ${beyond('json').toFixed(0)} ms`,
  );
  expect(beyond('ours')).toBeLessThan(mostMilliseconds);
  expect(beyond('json') / beyond('ours')).toBeGreaterThan(5);
});
