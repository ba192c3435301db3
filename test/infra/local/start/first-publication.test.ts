import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { publishSample } from '../../../../infra/local/start/first-publication.ts';
import { forceReleaseLease, takeLease } from '../../../../shared/data-access/publishing/lease.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';

const facts = { version: '20261121T005810123Z-4f2a9c', locations: 1, capabilities: 1 };
const unchanged = { status: 'unchanged', ...facts };
const busy = { status: 'busy', until: '2026-11-21T00:01:00.000Z' };

/** Time goes by as soon as somebody sleeps. */
const sleepersClock = (): Clock => {
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
};

const publishWith = (publisher: () => unknown) => {
  const invoke = async (): Promise<Invocation> => ({ kind: 'result', payload: await publisher() });
  return publishSample({ invoke }, 'Publisher', sleepersClock());
};

it('the lease of a publisher that died does not keep the sample from being published', async () => {
  const bucket = await startLocalBucket();
  onTestFinished(() => bucket.close());
  const endsAt = new Date(Date.now() + 60_000).toISOString();
  await bucket.put('lease.json', JSON.stringify({ holder: 'dead', endsAt, released: false }));
  const take = (holder: string) => takeLease(bucket, { holder, now: Date.now });
  expect(await take('another')).toEqual({ kind: 'busy', until: endsAt, holder: 'dead' });

  await forceReleaseLease(bucket);

  const answers: string[] = [];
  await publishWith(async () => {
    const answer = await take('sample');
    answers.push(answer.kind);
    if (answer.kind === 'busy') return busy;
    await answer.lease.release();
    return {
      status: 'published',
      ...facts,
      full: true,
      skippedRows: 0,
      changes: { added: 0, changed: 0, removed: 0 },
    };
  });
  expect(answers).toEqual(['taken']);
});

it('the sample waits while another publication runs', async () => {
  const answers: unknown[] = [busy, busy, unchanged];
  await publishWith(() => answers.shift());
  expect(answers).toEqual([]);
});

it.each([
  busy,
  { status: 'held', kind: 'locations', startedAt: '2026-11-21T00:00:00.000Z' },
  { status: 'refused', why: 'too few', locations: 1, previousLocations: 9 },
  { status: 'unknown' },
])('a publication of the sample that ends with "$status" is an error', async (answer) => {
  await expect(publishWith(() => answer)).rejects.toThrow(`The sample was not published: `);
});

it('a publication of the sample that times out is an error', async () => {
  const invoke = async (): Promise<Invocation> => ({ kind: 'timed-out' });
  await expect(publishSample({ invoke }, 'Publisher')).rejects.toThrow('has timed out');
});
