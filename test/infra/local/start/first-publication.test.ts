import { expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../../infra/local/clock.ts';
import type { Invocation } from '../../../../infra/local/functions/function-host.ts';
import { publishAtStart } from '../../../../infra/local/start/publish-at-start.ts';
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
  return publishAtStart({ functions: { invoke }, publisherFunction: 'Publisher' }, sleepersClock());
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
  const failure = await publishWith(async () => {
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
  expect(failure).toBeUndefined();
  expect(answers).toEqual(['taken']);
});

it('the sample waits while another publication runs', async () => {
  const answers: unknown[] = [busy, busy, unchanged];
  expect(await publishWith(() => answers.shift())).toBeUndefined();
  expect(answers).toEqual([]);
});

it.each([
  [busy, 'another publication has been running for 2 minutes'],
  [
    { status: 'held', kind: 'locations', startedAt: '2026-11-21T00:00:00.000Z' },
    'an import of locations has not come to its end',
  ],
  [{ status: 'refused', why: 'too few', locations: 1, previousLocations: 9 }, 'it was refused: too few'],
  [{ status: 'unknown' }, 'the publisher answered {"status":"unknown"}'],
])('a publication that ends with %j has a reason', async (answer, reason) => {
  expect(await publishWith(() => answer)).toBe(reason);
});

it('a publication that times out has a reason', async () => {
  const invoke = async (): Promise<Invocation> => ({ kind: 'timed-out' });
  const failure = await publishAtStart({ functions: { invoke }, publisherFunction: 'Publisher' });
  expect(failure).toBe('the publisher was too slow and has timed out');
});
