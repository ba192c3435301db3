import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { authoriserCache } from '../../../../infra/local/gateway/authoriser.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { cachedKeys } from '../../../../shared/data-access/access/cached-keys.ts';
import {
  type AuthoriserUnderTest,
  eventOf,
  startAuthoriser,
} from '../../../support/gateway/authoriser-under-test.ts';

let authoriser: AuthoriserUnderTest;
beforeAll(async () => {
  authoriser = await startAuthoriser();
});
afterAll(() => authoriser.close());

const day = 24 * 60 * 60_000;

/** Milliseconds to wait for the store: a slow one must not be replaced by the cache. */
const timeout = 60_000;

/** Starts an instance of the authoriser with its cache, behind a gateway's cache, on a clock that only tests move. */
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
    'is rejected %s once the gateway no longer caches it, within the promised time',
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

  it('is rejected at once if the cache of the gateway is flushed', async () => {
    const gateway = behindGateway(60);
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);

    gateway.flush();
    expect(await gateway.statusOf(token)).toBe(401);
  });
});

describe('A16: a rotated key', () => {
  it('is valid beside its successor for the overlap, as one client, and not from its end on', async () => {
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

  it('is rejected at once without an overlap', async () => {
    const { token, record } = await authoriser.issue();
    const successor = await authoriser.rotate(record.keyId, 0);

    await expect(authoriser.authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
    await expect(authoriser.authorise(eventOf(successor.token))).resolves.toBeDefined();
  });
});

describe('G18: a clock that jumps', () => {
  const noon = Date.parse('2026-07-01T12:00:00Z');
  const statusAt = (token: string, time: number) =>
    authoriser
      .authorise(eventOf(token), () => new Date(time))
      .then(
        () => 200,
        () => 401,
      );

  it('expires keys when it jumps two days ahead, and accepts them when it jumps back', async () => {
    const { token } = await authoriser.issue({ expiresAt: '2026-07-02T00:00:00Z' });
    const { token: lasting } = await authoriser.issue();
    expect(await statusAt(token, noon)).toBe(200);
    expect(await statusAt(token, noon + 2 * day)).toBe(401);
    expect(await statusAt(lasting, noon + 2 * day)).toBe(200);
    expect(await statusAt(token, noon - 10 * 60_000)).toBe(200);
  });

  it('keeps no revoked key alive when it jumps ten minutes back', async () => {
    const gateway = behindGateway(0);
    const { token, record } = await authoriser.issue();
    expect(await gateway.statusOf(token)).toBe(200);
    await authoriser.revoke(record.keyId);
    gateway.pass(-10 * 60_000);
    expect(await gateway.statusOf(token)).toBe(401);
  });
});

describe('G20: reads of a key', () => {
  it('are consistent: a key works once it is issued, and not once it is revoked', async () => {
    const gateway = behindGateway(0);
    for (let round = 0; round < 5; round += 1) {
      const { token, record } = await authoriser.issue();
      expect(await gateway.statusOf(token)).toBe(200);
      await authoriser.revoke(record.keyId);
      expect(await gateway.statusOf(token)).toBe(401);
    }
  });

  it('request consistency, which is the default of this engine but not of DynamoDB', async () => {
    const asked: unknown[] = [];
    authoriser.uses.client.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === 'GetItemCommand') asked.push(args.input);
          return next(args);
        },
      { step: 'initialize', name: 'asked', override: true },
    );
    const { token } = await authoriser.issue();
    await authoriser.authorise(eventOf(token));
    authoriser.uses.client.middlewareStack.remove('asked');
    expect(asked).toEqual([expect.objectContaining({ ConsistentRead: true })]);
  });
});
