import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import { type KeyLookup, planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { unreachableTable } from '../../support/faults/unreachable-table.ts';
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

it('a good key is let in under the name of its client, with its plan', async () => {
  const { token, record } = await authoriser.issue();

  const result = await authoriser.authorise(eventOf(token));

  expect(result.principalId).toBe('Southern Shop');
  expect(result.context).toEqual({
    client: 'Southern Shop',
    keyId: record.keyId,
    plan: 'partner',
    scopes: 'locations-v2',
  });
  expect(planOfUsageIdentifier(result.usageIdentifierKey ?? '')).toBe('partner');
  expect(result.policyDocument.Statement[0]).toEqual({
    Action: 'execute-api:Invoke',
    Effect: 'Allow',
    Resource: [`${stageArn}/*`],
  });
});

it('A11: a known id with another secret is unauthorised', async () => {
  const { record } = await authoriser.issue();
  const keys: KeyLookup = { find: async () => record };
  const { token } = createKeyToken('live', randomBytes);

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

it('A12: a well-formed key is refused after an even time, whether its id exists or not', async () => {
  const { token, record } = await authoriser.issue();
  await authoriser.revoke(record.keyId);
  const unknown = createKeyToken('live', randomBytes).token;
  const timeOf = async (key: string) => {
    const began = performance.now();
    await authoriser.authorise(eventOf(key)).catch(() => {});
    return performance.now() - began;
  };

  // At least so long, on a machine however busy: what keeps a look-up's own time from showing.
  expect(await timeOf(unknown)).toBeGreaterThanOrEqual(20);
  expect(await timeOf(token)).toBeGreaterThanOrEqual(20);
});

it('a good key is let in without the wait of a refusal, as soon as its record is there', async () => {
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

it('A15: a key works until its expiry, and not from then on', async () => {
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

it('an expiry that cannot be read counts as over', async () => {
  const { token, record } = await authoriser.issue();
  const keys: KeyLookup = { find: async () => ({ ...record, expiresAt: 'soon' }) };

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

it('A19: the answer to a key is the same whatever else the request holds', async () => {
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

// On a machine that is busy with others, the answer takes long without the store's doing.
it('A20: a store that cannot be reached is a failure of the authoriser, never a refusal', {
  retry: 2,
}, async () => {
  const { token } = createKeyToken('live', randomBytes);
  const began = performance.now();

  await expect(authoriseApiKey(keyLookup(unreachableTable()))(eventOf(token))).rejects.toThrow(
    StoreUnavailable,
  );
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('a key that is known opens what it opened while the store is down, for its own secret and until its expiry', async () => {
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
