import { describe, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { cachedKeys } from '../../../../shared/data-access/access/cached-keys.ts';
import { eventOf, startAuthoriser } from '../../../support/gateway/authoriser-under-test.ts';
import { perFile } from '../../../support/per-test.ts';

const authoriser = perFile(startAuthoriser);

const day = 24 * 60 * 60_000;

/** Milliseconds to wait for the store, long enough that a slow response is never replaced from the cache. */
const timeout = 60_000;

/** Starts a caching authoriser instance behind a gateway's cache, with a clock that only tests change. */
const behindGateway = (cacheSeconds: number, start = Date.now()) => {
  let time = start;
  const now = () => time;
  const authorise = authoriseApiKey(cachedKeys(authoriser.register, { now, timeout }), {
    now: () => new Date(now()),
  });
  const cache = authoriserCache<object>(now);
  const statusOf = (token: string): Promise<number> =>
    cache
      .get(token, cacheSeconds, () => authorise(eventOf(token)))
      .then(
        () => 200,
        (error: Error) => (error.message === 'Unauthorized' ? 401 : 500),
      );
  return {
    statusOf,
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

  it('is rejected immediately if the gateway cache is flushed', async () => {
    const gateway = behindGateway(60);
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);
    gateway.flush();
    expect(await gateway.statusOf(token)).toBe(401);
  });
});

it('A16: a rotated key stays valid for the same client as its successor until the overlap ends', async () => {
  const { token, record } = await authoriser.issue();
  const successor = await authoriser.rotate(record.keyId, day);
  const during = Date.parse(successor.record.createdAt) + day - 1;
  const authorise = (key: string, time: number) => authoriser.authorise(eventOf(key), () => new Date(time));

  const [one, other] = [await authorise(token, during), await authorise(successor.token, during)];
  expect(one.usageIdentifierKey).toBe(other.usageIdentifierKey);
  expect(one.policyDocument).toEqual(other.policyDocument);
  await expect(authorise(token, during + 1)).rejects.toThrow(/^Unauthorized$/);
  await expect(authorise(successor.token, during + 1)).resolves.toBeDefined();
});

describe('G18: a clock jump', () => {
  const noon = Date.parse('2026-07-01T12:00:00Z');
  const statusAt = (token: string, time: number) =>
    authoriser
      .authorise(eventOf(token), () => new Date(time))
      .then(
        () => 200,
        () => 401,
      );

  it('of two days expires keys, and a jump back makes them valid again', async () => {
    const { token } = await authoriser.issue({ expiresAt: '2026-07-02T00:00:00Z' });
    const { token: lasting } = await authoriser.issue();
    expect(await statusAt(token, noon)).toBe(200);
    expect(await statusAt(token, noon + 2 * day)).toBe(401);
    expect(await statusAt(lasting, noon + 2 * day)).toBe(200);
    expect(await statusAt(token, noon - 10 * 60_000)).toBe(200);
  });

  it('of ten minutes back does not make a revoked key valid', async () => {
    const gateway = behindGateway(0);
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);
    gateway.pass(-10 * 60_000);
    expect(await gateway.statusOf(token)).toBe(401);
  });
});

// This authoriser's tables reject reads that are not strongly consistent.
it('G20: sees a key immediately after it is issued, and immediately after it is revoked', async () => {
  const gateway = behindGateway(0);
  for (let round = 0; round < 5; round += 1) {
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);
    expect(await gateway.statusOf(token)).toBe(401);
  }
});
