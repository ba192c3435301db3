import { expect, it } from 'vitest';
import { health } from '../../../functions/bill-management-v1/health.ts';
import { keyEvent } from '../../support/gateway/gateway-event-of.ts';

const context: never = {} as never;
const event = keyEvent({ path: '/bill-management-api/v1/health' }, {});

const setUp = () => {
  const store = { isDown: false, probes: 0, time: 0, probeMilliseconds: 0 };
  const probe = async () => {
    store.probes += 1;
    await Promise.resolve();
    store.time += store.probeMilliseconds / 2;
    if (store.isDown) throw new Error('no store');
  };
  const handler = health([probe, probe], () => store.time);
  const status = async () => (await handler(event, context)).statusCode;
  return { store, status };
};

it('probes each store once for a hundred concurrent requests, and again after 5 seconds', async () => {
  const { store, status } = setUp();
  expect(new Set(await Promise.all(Array.from({ length: 100 }, status)))).toEqual(new Set([200]));
  store.time = 4_999;
  await status();
  expect(store.probes).toBe(2);
  store.time = 5_000;
  await status();
  expect(store.probes).toBe(4);
});

it('returns DOWN for a second after a failure, and then UP if the stores respond again', async () => {
  const { store, status } = setUp();
  store.isDown = true;
  expect(await status()).toBe(503);
  store.isDown = false;
  store.time = 999;
  expect(await status()).toBe(503);
  expect(store.probes).toBe(2);
  store.time = 1_000;
  expect(await status()).toBe(200);
});

it('returns DOWN for a second after a store timed out', async () => {
  const { store, status } = setUp();
  Object.assign(store, { isDown: true, probeMilliseconds: 2_300 });
  expect(await status()).toBe(503);
  store.time += 999;
  expect(await status()).toBe(503);
  expect(store.probes).toBe(2);
});
