import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import type { KeyLookup } from '../../../shared/domain/access/api-key.ts';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../support/captured-log.ts';
import {
  eventOf,
  eventWith,
  stageArn,
  startAuthoriser,
} from '../../support/gateway/authoriser-under-test.ts';
import { perFile } from '../../support/per-test.ts';

const authoriser = perFile(startAuthoriser);

it.each(['auth-key', 'Auth-Key', 'AUTH-KEY', 'aUtH-kEy'])('A05: accepts the header name %s', async (name) => {
  const { token } = await authoriser.issue();
  await expect(authoriser.authorise(eventWith({ [name]: [token] }))).resolves.toBeDefined();
});

it('A01, A06: rejects a request without a key in the AUTH-KEY header, without reading the store', async () => {
  const { token } = await authoriser.issue();
  const before = authoriser.reads();
  const events = [
    eventWith(null),
    eventWith({}),
    eventWith({ 'AUTH-KEY': [] }),
    eventWith({
      AUTH_KEY: [token],
      'X-AUTH-KEY': [token],
      Authorization: [token],
      Cookie: [`AUTH-KEY=${token}`],
    }),
    { ...eventWith({}), multiValueQueryStringParameters: { 'AUTH-KEY': [token] } },
  ];
  for (const event of events) await expect(authoriser.authorise(event)).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before);
});

it('A07: rejects a repeated header, in any order and case', async () => {
  const { token } = await authoriser.issue();
  const bad = 'wp_live_bad';
  const sent: Record<string, string[]>[] = [
    { 'AUTH-KEY': [token, token] },
    { 'AUTH-KEY': [bad, token] },
    { 'AUTH-KEY': [token, bad] },
    { 'AUTH-KEY': [token], 'auth-key': [token] },
    { 'auth-key': [bad], 'AUTH-KEY': [token] },
    { 'AUTH-KEY': [`${token}, ${token}`] },
  ];
  for (const headers of sent)
    await expect(authoriser.authorise(eventWith(headers))).rejects.toThrow(/^Unauthorized$/);
});

it('A02, A04, A08, A09, A22: rejects malformed keys without reading the store', async () => {
  const { token } = await authoriser.issue();
  const before = authoriser.reads();
  const place = token.length - 20;
  const malformed = [
    '',
    '   ',
    ` ${token}`,
    `${token.slice(0, place)} ${token.slice(place)}`,
    `${token.slice(0, place)}\t${token.slice(place)}`,
    `${token.slice(0, place)}\0${token.slice(place)}`,
    `${token.slice(0, place)}é${token.slice(place + 1)}`,
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    'k'.repeat(7_000),
    token.replace('live', 'test'),
    // One character of the secret is changed, so the checksum is wrong.
    `${token.slice(0, place)}${token[place] === '0' ? '1' : '0'}${token.slice(place + 1)}`,
  ];
  for (const key of malformed)
    await expect(authoriser.authorise(eventOf(key))).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before);
});

it('A10: rejects a well-formed key with an unknown id after one read', async () => {
  const before = authoriser.reads();
  const { token } = createKeyToken('live', randomBytes);
  await expect(authoriser.authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
  expect(authoriser.reads()).toBe(before + 1);
});

it('A25: never logs a key', async () => {
  const log = captureLog();
  const [good, revoked] = [await authoriser.issue(), await authoriser.issue()];
  await authoriser.revoke(revoked.record.keyId);
  const unknown = createKeyToken('live', randomBytes);
  const texts = [good.token, revoked.token, unknown.token, `${good.token}x`];
  await Promise.allSettled(texts.map((token) => authoriser.authorise(eventOf(token))));
  for (const token of texts) expect(log()).not.toContain(token.split('_')[3]);
  expect(log()).toContain(revoked.record.keyId);
});

it('A11: rejects an existing key id with a wrong secret', async () => {
  const { record } = await authoriser.issue();
  const keys: KeyLookup = { find: async () => record };
  const { token } = createKeyToken('live', randomBytes);
  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

it('A12: takes as long to reject a revoked key as an unknown one', async () => {
  const { token, record } = await authoriser.issue();
  await authoriser.revoke(record.keyId);
  const unknown = createKeyToken('live', randomBytes).token;
  const timeOf = async (key: string) => {
    const began = performance.now();
    await authoriser.authorise(eventOf(key)).catch(() => {});
    return performance.now() - began;
  };
  // The minimum rejection time hides the duration of the lookup.
  expect(await timeOf(unknown)).toBeGreaterThanOrEqual(20);
  expect(await timeOf(token)).toBeGreaterThanOrEqual(20);
});

it('accepts a valid key without a delay once its record is read', async () => {
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

it('A15: accepts a key until it expires', async () => {
  const { token } = await authoriser.issue({ expiresAt: '2026-07-01T10:00:00Z' });

  const authoriseAt = (time: string) =>
    authoriser.authorise(eventOf(token), () => new Date(`2026-07-01T${time}Z`));
  await expect(authoriseAt('09:59:59')).resolves.toBeDefined();
  for (const time of ['10:00:00', '10:00:01'])
    await expect(authoriseAt(time)).rejects.toThrow(/^Unauthorized$/);
});

it('A19: returns the same result for a key, regardless of the rest of the request', async () => {
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
  const before = await authorise(eventOf(token));
  await expect(authorise(eventOf(otherSecret))).rejects.toThrow(/^Unauthorized$/);
  isDown = true;
  clock.now = new Date('2026-07-01T09:59:59Z');
  expect(await authorise(eventOf(token))).toEqual(before);
  await expect(authorise(eventOf(otherSecret))).rejects.toThrow(/^Unauthorized$/);
  clock.now = new Date('2026-07-01T10:00:00Z');
  await expect(authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});
