import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { cachedKeys } from '../../../../shared/data-access/access/cached-keys.ts';
import type { KeyLookup } from '../../../../shared/domain/access/api-key.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { eventOf, startAuthoriser } from '../../../support/gateway/authoriser-under-test.ts';
import { perFile } from '../../../support/per-test.ts';

const authoriser = perFile(startAuthoriser);

const minute = 60_000;
const day = 24 * 60 * minute;

/** Milliseconds to wait for the store, long enough that a slow response is never replaced from the cache. */
const timeout = 60_000;

const statusOf = (authorisation: Promise<object>): Promise<number> =>
  authorisation.then(
    () => 200,
    (error: Error) => (error.message === 'Unauthorized' ? 401 : 500),
  );
const statusAt = (token: string, time: string | number) =>
  statusOf(authoriser.authorise(eventOf(token), () => new Date(time)));

/** Starts a caching authoriser instance behind a gateway's cache, with a clock that only tests change. */
const behindGateway = (cacheSeconds: number) => {
  let time = Date.now();
  const now = () => time;
  const authorise = authoriseApiKey(cachedKeys(authoriser.register, { now, timeout }), {
    now: () => new Date(now()),
  });
  const cache = authoriserCache<object>(now);
  return {
    statusOf: (token: string) => statusOf(cache.get(token, cacheSeconds, () => authorise(eventOf(token)))),
    flush: () => cache.flush(),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

describe('A13: a revoked key', () => {
  it.each([
    ['on AWS', stages.prod.authoriserCacheSeconds, 60],
    ['locally', stages.local.authoriserCacheSeconds, 1],
  ])(
    'is rejected %s when the gateway cache expires, within the promised time',
    async (_, cacheSeconds, promised) => {
      const gateway = behindGateway(cacheSeconds);
      const { token, record } = await authoriser.issue();
      expect(await gateway.statusOf(token)).toBe(200);
      await authoriser.revoke(record.keyId);
      gateway.pass(promised * 1_000 - 1);
      expect(await gateway.statusOf(token)).toBe(200);
      gateway.pass(1);
      expect(await gateway.statusOf(token)).toBe(401);
    },
  );

  it.each([
    ['if the gateway cache is flushed', 60, (gateway: ReturnType<typeof behindGateway>) => gateway.flush()],
    // The authoriser's tables reject reads that are not strongly consistent.
    ['if the gateway does not cache (G20)', 0, () => {}],
    ['if the clock jumps back ten minutes (G18)', 0, (gateway) => gateway.pass(-10 * minute)],
  ])('is rejected immediately %s', async (_when, cacheSeconds, change) => {
    const gateway = behindGateway(cacheSeconds);
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);
    change(gateway);
    expect(await gateway.statusOf(token)).toBe(401);
  });
});

it('A15, G18: a key is valid until it expires, however the clock jumps', async () => {
  const { token } = await authoriser.issue({ expiresAt: '2026-07-01T10:00:00Z' });
  const { token: lasting } = await authoriser.issue();
  for (const [time, status] of [
    ['2026-07-01T09:59:59Z', 200],
    ['2026-07-01T10:00:00Z', 401],
    ['2026-07-03T10:00:00Z', 401],
    ['2026-07-01T09:50:00Z', 200],
  ] as const) {
    expect([time, await statusAt(token, time)]).toEqual([time, status]);
    expect(await statusAt(lasting, time)).toBe(200);
  }
});

it('A16: a rotated key stays valid for the same client as its successor until the overlap ends', async () => {
  const { token, record } = await authoriser.issue();
  const successor = await authoriser.rotate(record.keyId, day);
  const during = Date.parse(successor.record.createdAt) + day - 1;
  const authorise = (key: string) => authoriser.authorise(eventOf(key), () => new Date(during));

  const [one, other] = [await authorise(token), await authorise(successor.token)];
  expect(one.usageIdentifierKey).toBe(other.usageIdentifierKey);
  expect(one.policyDocument).toEqual(other.policyDocument);
  expect(await statusAt(token, during + 1)).toBe(401);
  expect(await statusAt(successor.token, during + 1)).toBe(200);
});

it('accepts a cached key while the store is down, if the secret matches and until it expires', async () => {
  const { token, record } = await authoriser.issue({ expiresAt: '2026-07-01T10:00:00Z' });
  const { token: otherSecret } = createKeyToken('live', randomBytes);
  let isDown = false;
  const store: KeyLookup = {
    find: async (keyId) => {
      if (isDown) throw new StoreUnavailable('api keys: get');
      return { ...record, keyId };
    },
  };
  const clock = { now: new Date('2026-07-01T09:55:00Z') };
  const keys = cachedKeys(store, { now: () => clock.now.getTime() });
  const authorise = authoriseApiKey(keys, { now: () => clock.now });
  const statusNow = (key: string) => statusOf(authorise(eventOf(key)));
  expect([await statusNow(token), await statusNow(otherSecret)]).toEqual([200, 401]);
  isDown = true;
  clock.now = new Date('2026-07-01T09:59:59Z');
  expect([await statusNow(token), await statusNow(otherSecret)]).toEqual([200, 401]);
  clock.now = new Date('2026-07-01T10:00:00Z');
  expect(await statusNow(token)).toBe(401);
});
