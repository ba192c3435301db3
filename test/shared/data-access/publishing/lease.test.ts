import { expect, it, onTestFinished, vi } from 'vitest';
import { takeLease } from '../../../../shared/data-access/publishing/lease.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { perTest } from '../../../support/per-test.ts';

const store = perTest(startLocalBucket);

it('a lease is renewed while it is held and other holders are rejected, until it is released', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let time = Date.UTC(2026, 10, 1, 12);
  const take = (holder: string) => takeLease(store, { holder, now: () => time });
  const stored = async () => JSON.parse(Buffer.from(await store.get('lease.json')).toString('utf8'));
  const inSeconds = (seconds: number) => new Date(time + seconds * 1_000).toISOString();
  const pass = (seconds: number) => {
    time += seconds * 1_000;
    vi.advanceTimersByTime(seconds * 1_000);
  };
  const taken = await take('first');
  if (taken.kind === 'busy') throw new Error(`the lease is held until ${taken.until}`);
  const held = () => ({ holder: 'first', endsAt: inSeconds(60), released: false });
  expect(await stored()).toEqual(held());
  for (let renewals = 0; renewals < 8; renewals++) {
    pass(15);
    await expect.poll(stored).toEqual(held());
  }
  expect(await take('second')).toEqual({ kind: 'busy', until: inSeconds(60), holder: 'first' });
  await taken.lease.confirm();
  pass(5);
  await taken.lease.release();
  const released = { holder: 'first', endsAt: inSeconds(0), released: true };
  expect(vi.getTimerCount()).toBe(0);
  pass(60);
  expect(await stored()).toEqual(released);
  expect(await take('second')).toMatchObject({ kind: 'taken' });
});
