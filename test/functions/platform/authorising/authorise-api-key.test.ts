import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import { type ApiKey, type KeyLookup, usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import { createKeyToken, digestOfKey } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog, metricsIn } from '../../../support/captured-log.ts';
import {
  eventOf,
  eventWith,
  stageArn,
  startAuthoriser,
} from '../../../support/gateway/authoriser-under-test.ts';
import { storedKey } from '../../../support/key-operator.ts';
import { perFile } from '../../../support/per-test.ts';

const authoriser = perFile(startAuthoriser);
const unauthorised = /^Unauthorized$/;
const newToken = () => createKeyToken('live', randomBytes).token;

const issued = (changes: Partial<ApiKey> = {}) => {
  const { token, keyId } = createKeyToken('live', randomBytes);
  const record = storedKey(keyId, { digest: digestOfKey(token).toString('hex'), ...changes });
  const find = vi.fn(async (): Promise<ApiKey | undefined> => record);
  return { token, keyId, record, keys: { find } };
};

const rejectionOf = async (keys: KeyLookup, event: object) => {
  const log = captureLog();
  const recordUse = vi.fn();
  const error: unknown = await authoriseApiKey(keys, { recordUse })(event).catch((reason: unknown) => reason);
  expect(recordUse).not.toHaveBeenCalled();
  return { message: error instanceof Error ? error.message : undefined, log: log(), error };
};

/** Whether the event loop turns before the work ends, as it does if the authoriser waits. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<boolean> => {
  let hasTurned = false;
  const turn = setImmediate(() => {
    hasTurned = true;
  });
  await work();
  clearImmediate(turn);
  return hasTurned;
};

describe('the AUTH-KEY header', () => {
  it.each(['auth-key', 'Auth-Key', 'AUTH-KEY', 'aUtH-kEy'])('A05: may be written %s', async (name) => {
    const { token } = await authoriser.issue();
    await expect(authoriser.authorise(eventWith({ [name]: [token] }))).resolves.toBeDefined();
  });

  it('A01, A06, A07: is the only place of the key, and must be sent once', async () => {
    const { token } = await authoriser.issue();
    const bad = 'wp_live_bad';
    const before = authoriser.reads();
    const others = { AUTH_KEY: [token], 'X-AUTH-KEY': [token], Authorization: [token] };
    const events = [
      eventWith(null),
      eventWith({}),
      eventWith({ 'AUTH-KEY': [] }),
      eventWith({ ...others, Cookie: [`AUTH-KEY=${token}`] }),
      { ...eventWith({}), multiValueQueryStringParameters: { 'AUTH-KEY': [token] } },
      eventWith({ 'AUTH-KEY': [token, token] }),
      eventWith({ 'AUTH-KEY': [bad, token] }),
      eventWith({ 'AUTH-KEY': [token, bad] }),
      eventWith({ 'AUTH-KEY': [token], 'auth-key': [token] }),
      eventWith({ 'auth-key': [bad], 'AUTH-KEY': [token] }),
      eventWith({ 'AUTH-KEY': [`${token}, ${token}`] }),
    ];
    for (const event of events) await expect(authoriser.authorise(event)).rejects.toThrow(unauthorised);
    expect(authoriser.reads()).toBe(before);
  });

  it('A02, A04, A08, A09, A22: is rejected without reading the store if the key is malformed', async () => {
    const { token } = await authoriser.issue();
    const before = authoriser.reads();
    const place = token.length - 20;
    const [start, end] = [token.slice(0, place), token.slice(place)];
    const malformed = [
      ...['', '   ', ` ${token}`, `${start} ${end}`, `${start}\t${end}`, `${start}\0${end}`],
      `${start}é${end.slice(1)}`,
      token.slice(0, -1),
      `${token}0`,
      token.toUpperCase(),
      'k'.repeat(7_000),
      token.replace('live', 'test'),
      // One character of the secret is changed, so the checksum is wrong.
      `${start}${end.startsWith('0') ? '1' : '0'}${end.slice(1)}`,
    ];
    for (const key of malformed)
      await expect(authoriser.authorise(eventOf(key))).rejects.toThrow(unauthorised);
    expect(authoriser.reads()).toBe(before);
  });

  it('A10: is rejected after one read if the id of the key is unknown', async () => {
    const before = authoriser.reads();
    await expect(authoriser.authorise(eventOf(newToken()))).rejects.toThrow(unauthorised);
    expect(authoriser.reads()).toBe(before + 1);
  });
});

it('A25: never logs a key', async () => {
  const log = captureLog();
  const [good, revoked] = [await authoriser.issue(), await authoriser.issue()];
  await authoriser.revoke(revoked.record.keyId);
  const texts = [good.token, revoked.token, newToken(), `${good.token}x`];
  await Promise.allSettled(texts.map((token) => authoriser.authorise(eventOf(token))));
  for (const token of texts) expect(log()).not.toContain(token.split('_')[3]);
  expect(log()).toContain(revoked.record.keyId);
});

describe('an accepted key', () => {
  it.each<Partial<ApiKey>>([
    {},
    { scopes: ['locations-v3:search'], plan: 'browser', origins: ['https://www.example.com'] },
  ])('A19: gets the same result regardless of the rest of the request: %j', async (changes) => {
    const { token, keys } = issued(changes);
    const authorise = authoriseApiKey(keys);
    const expected = await authorise(eventOf(token));
    const name = fc
      .oneof(fc.constantFrom('Origin', 'Referer'), fc.string())
      .filter((text) => text.toLowerCase() !== 'auth-key');
    const values = fc.array(fc.string());
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE', 'OPTIONS'),
      path: fc.webPath(),
      headers: fc.dictionary(name, values),
      query: fc.dictionary(fc.string(), values),
      sourceIp: fc.ipV4(),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, headers, query, sourceIp }) => {
        const event = {
          methodArn: `${stageArn}/${method}${path}`,
          path,
          httpMethod: method,
          multiValueHeaders: { ...headers, 'AUTH-KEY': [token] },
          multiValueQueryStringParameters: query,
          requestContext: { identity: { sourceIp } },
        };
        expect(await authorise(event)).toEqual(expected);
      }),
    );
  });

  it('passes on the origins of a browser key, and fits into the 8 KB that API Gateway accepts even with the longest', async () => {
    const origins = Array.from({ length: 20 }, (_, index) => `https://${index}`.padEnd(267, 'a'));
    const client = '邮'.repeat(120);
    const { token, keys } = issued({ client, scopes: ['locations-v3:search'], plan: 'browser', origins });
    const result = await authoriseApiKey(keys)(eventOf(token));
    expect(result).toMatchObject({
      context: { plan: 'browser', origins: origins.join(' ') },
      usageIdentifierKey: expect.stringMatching(/^browser-/),
    });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(8_192);
  });

  it('returns the policy, context and usage identifier for the gateway, and is recorded as used', async () => {
    const { token, keyId, record, keys } = issued({ sandbox: true, scopes: ['locations-v3:search'] });
    const log = captureLog();
    const recordUse = vi.fn();
    expect(await authoriseApiKey(keys, { recordUse })(eventOf(token))).toEqual({
      principalId: 'Southern Shop',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [
          { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [`${stageArn}/*`] },
          {
            Action: 'execute-api:Invoke',
            Effect: 'Deny',
            // All of them are tested in access-policy.test.ts.
            Resource: expect.arrayContaining([`${stageArn}/GET/locations/v2/points/geo/*/*`]),
          },
        ],
      },
      context: {
        client: 'Southern Shop',
        keyId,
        plan: 'partner',
        scopes: 'locations-v3:search',
        sandbox: 'true',
      },
      usageIdentifierKey: usageIdentifierOf(record),
    });
    expect(keys.find.mock.calls).toEqual([[keyId]]);
    expect(recordUse.mock.calls).toEqual([[keyId]]);
    expect(metricsIn(log())).toEqual([]);
  });

  it('is not delayed once its record is read', async () => {
    const { token, keys } = issued();
    expect(await turnsDuring(() => authoriseApiKey(keys)(eventOf(token)))).toBe(false);
  });
});

describe('a rejected key', () => {
  const { token, keyId, record, keys } = issued();
  const changed = (changes: Partial<ApiKey>): KeyLookup => ({
    find: async () => ({ ...record, ...changes }),
  });
  const nothing: KeyLookup = { find: async () => undefined };

  it.each<[string, KeyLookup, object]>([
    ['missing or repeated', keys, eventWith(null)],
    ['missing or repeated', keys, eventWith({ 'AUTH-KEY': [token, token] })],
    ['malformed', keys, eventOf('x')],
    ['unknown', nothing, eventOf(token)],
    ['unknown', keys, eventOf(newToken())],
    ['revoked', changed({ status: 'REVOKED' }), eventOf(token)],
    ['expired', changed({ expiresAt: '2020-01-01T00:00:00Z' }), eventOf(token)],
  ])('A11: is counted as %s, and the error message is only Unauthorized', async (reason, register, event) => {
    const { message, log } = await rejectionOf(register, event);
    expect(message).toBe('Unauthorized');
    const reasons = metricsIn(log).map(({ name, dimensions }) => [name, dimensions.reason]);
    expect(reasons).toEqual([['KeysRefused', reason]]);
    expect(log.includes(keyId)).toBe(register !== keys);
  });
});

it('a store that does not respond is counted as a failure, not as a rejection', async () => {
  const find = () => Promise.reject(new StoreUnavailable('api keys: get'));
  const { error, log } = await rejectionOf({ find }, eventOf(newToken()));
  expect(error).toBeInstanceOf(StoreUnavailable);
  expect(metricsIn(log).map(({ name, value }) => [name, value])).toEqual([['AuthoriserFailures', 1]]);
});

it.each([{}, { methodArn: 1 }, { methodArn: 'x', multiValueHeaders: { 'AUTH-KEY': 'x' } }])(
  'the invalid event %j is a failure, not a rejection',
  async (event) => {
    const { error, message } = await rejectionOf(issued().keys, event);
    expect(error).toBeInstanceOf(Error);
    expect(message).not.toBe('Unauthorized');
  },
);

describe('the rejection of a well-formed key (A12)', () => {
  const rejectionTime = async (
    find: () => Promise<ApiKey | undefined>,
    token = newToken(),
  ): Promise<number> => {
    const startedAt = performance.now();
    await expect(authoriseApiKey({ find })(eventOf(token))).rejects.toThrow(unauthorised);
    return performance.now() - startedAt;
  };
  const unknown = async () => undefined;

  it('takes at least 20 ms, whether the key is revoked or unknown', async () => {
    const { token, keys } = issued({ status: 'REVOKED' });
    expect(await rejectionTime(keys.find, token)).toBeGreaterThanOrEqual(20);
    expect(await rejectionTime(unknown)).toBeGreaterThanOrEqual(20);
  });

  it('is never even a fraction of a millisecond early', async () => {
    for (let lookup = 18; lookup < 20; lookup += 0.1) {
      const find = async () => {
        const end = performance.now() + lookup;
        while (performance.now() < end);
        return undefined;
      };
      expect(await rejectionTime(find)).toBeGreaterThanOrEqual(20);
    }
  });

  it('waits without keeping the processor busy', async () => {
    const before = performance.eventLoopUtilization();
    for (let round = 0; round < 10; round += 1) await rejectionTime(unknown);
    // The rounds take 200 ms in total. A busy loop would have no idle time at all.
    expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(50);
  });

  it('is not delayed if the lookup took longer', async () => {
    const looked = Promise.withResolvers<undefined>();
    const rejection = rejectionTime(() => looked.promise);
    await delay(25);
    expect(
      await turnsDuring(() => {
        looked.resolve(undefined);
        return rejection;
      }),
    ).toBe(false);
  });
});

describe('the deployed authoriser', () => {
  beforeEach(() => vi.resetModules());

  it("passes on the key's plan, from which functions derive the rate limit", async () => {
    const settings = {
      API_KEYS_TABLE: authoriser.keys.tableName,
      API_KEY_USE_TABLE: authoriser.uses.tableName,
      AWS_ENDPOINT_URL_DYNAMODB: authoriser.endpoint,
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { handler } = await import('../../../../functions/platform/authorise-api-key.ts');
    const { token } = await authoriser.issue({ plan: 'standard' });
    expect((await handler(eventOf(token))).context).toEqual({
      client: 'Southern Shop',
      keyId: expect.any(String),
      plan: 'standard',
      scopes: 'locations-v2',
    });
  });
});
