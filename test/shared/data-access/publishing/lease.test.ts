import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type PublicationLease, takeLease } from '../../../../shared/data-access/publishing/lease.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';

const begun = Date.UTC(2026, 10, 1, 12);
const second = 1_000;
const renewal = 15 * second;

let store: LocalBucket;
let time = begun;
beforeEach(async () => {
  store = await startLocalBucket();
  time = begun;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

const take = (holder: string) => takeLease(store, { holder, now: () => time });
const taken = async (holder: string): Promise<PublicationLease> => {
  const result = await take(holder);
  if (result.kind === 'busy') throw new Error(`the lease is held until ${result.until}`);
  return result.lease;
};

const storedLease = z.object({ holder: z.string(), endsAt: z.string(), released: z.boolean() });
const readLease = async () =>
  storedLease.parse(JSON.parse(Buffer.from(await store.get('lease.json')).toString('utf8')));
const endIn = (milliseconds: number) => new Date(time + milliseconds).toISOString();

const pass = (milliseconds: number) => {
  time += milliseconds;
  vi.advanceTimersByTime(milliseconds);
};

it('renews a lease while it is held, and rejects other holders', async () => {
  const lease = await taken('first');
  expect(await readLease()).toEqual({ holder: 'first', endsAt: endIn(60 * second), released: false });
  for (let passed = 0; passed < 120 * second; passed += renewal) {
    pass(renewal);
    const renewed = { holder: 'first', endsAt: endIn(60 * second), released: false };
    await expect.poll(readLease).toEqual(renewed);
  }
  expect(await take('second')).toEqual({ kind: 'busy', until: endIn(60 * second), holder: 'first' });
  await lease.confirm();
  await lease.release();
});

it('makes a released lease available immediately, and no longer renews it', async () => {
  const first = await taken('first');
  pass(20 * second);
  await first.release();
  const released = { holder: 'first', endsAt: endIn(0), released: true };
  expect(await readLease()).toEqual(released);
  expect(vi.getTimerCount()).toBe(0);
  pass(4 * renewal);
  expect(await readLease()).toEqual(released);
  await (await taken('second')).release();
});
