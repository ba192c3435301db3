import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import type { KeyLookup } from '../../../shared/domain/access/api-key.ts';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import {
  type AuthoriserUnderTest,
  eventOf,
  stageArn,
  startAuthoriser,
} from '../../support/gateway/authoriser-under-test.ts';

let authoriser: AuthoriserUnderTest;
beforeAll(async () => {
  authoriser = await startAuthoriser();
});
afterAll(() => authoriser.close());

it('A11: rejects a known id with another secret', async () => {
  const { record } = await authoriser.issue();
  const keys: KeyLookup = { find: async () => record };
  const { token } = createKeyToken('live', randomBytes);

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

it('A12: rejects a well-formed key after the same time, whether its id exists or not', async () => {
  const { token, record } = await authoriser.issue();
  await authoriser.revoke(record.keyId);
  const unknown = createKeyToken('live', randomBytes).token;
  const timeOf = async (key: string) => {
    const began = performance.now();
    await authoriser.authorise(eventOf(key)).catch(() => {});
    return performance.now() - began;
  };

  // The minimum hides the time of the lookup.
  expect(await timeOf(unknown)).toBeGreaterThanOrEqual(20);
  expect(await timeOf(token)).toBeGreaterThanOrEqual(20);
});

it('accepts a valid key as soon as its record is read', async () => {
  const { token, record } = await authoriser.issue();
  const authorise = authoriseApiKey({ find: async () => record });
  let hasTurned = false;
  const turn = setImmediate(() => {
    hasTurned = true;
  });
  await authorise(eventOf(token));
  clearImmediate(turn);
  expect(hasTurned).toBe(false);
});

it('A15: accepts a key until its expiry', async () => {
  const { token } = await authoriser.issue({ expiresAt: '2026-07-01T10:00:00Z' });

  await expect(
    authoriser.authorise(eventOf(token), () => new Date('2026-07-01T09:59:59Z')),
  ).resolves.toBeDefined();
  await expect(authoriser.authorise(eventOf(token), () => new Date('2026-07-01T10:00:00Z'))).rejects.toThrow(
    /^Unauthorized$/,
  );
  await expect(authoriser.authorise(eventOf(token), () => new Date('2026-07-01T10:00:01Z'))).rejects.toThrow(
    /^Unauthorized$/,
  );
});

it('rejects a key with an unreadable expiry', async () => {
  const { token, record } = await authoriser.issue();
  const keys: KeyLookup = { find: async () => ({ ...record, expiresAt: 'soon' }) };

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

it('A19: returns the same result for a key, whatever else the request contains', async () => {
  const { token } = await authoriser.issue();
  const expected = await authoriser.authorise(eventOf(token));
  const name = fc.string().filter((text) => text.toLowerCase() !== 'auth-key');

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
        path: fc.webPath(),
        headers: fc.dictionary(name, fc.array(fc.string())),
        query: fc.dictionary(fc.string(), fc.array(fc.string())),
        sourceIp: fc.ipV4(),
      }),
      async ({ method, path, headers, query, sourceIp }) => {
        const event = {
          methodArn: `${stageArn}/${method}${path}`,
          path,
          httpMethod: method,
          multiValueHeaders: { ...headers, 'AUTH-KEY': [token] },
          multiValueQueryStringParameters: query,
          requestContext: { identity: { sourceIp } },
        };
        expect(await authoriser.authorise(event)).toEqual(expected);
      },
    ),
  );
});

it('accepts a cached key while the store is down, only with its secret and until its expiry', async () => {
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
  const before = await authorise(eventOf(token));
  await expect(authorise(eventOf(otherSecret))).rejects.toThrow(/^Unauthorized$/);

  isDown = true;
  clock.now = new Date('2026-07-01T09:59:59Z');
  expect(await authorise(eventOf(token))).toEqual(before);
  await expect(authorise(eventOf(otherSecret))).rejects.toThrow(/^Unauthorized$/);
  clock.now = new Date('2026-07-01T10:00:00Z');
  await expect(authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});
