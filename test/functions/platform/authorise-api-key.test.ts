import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { apiKeyAdministration, type KeyRequest } from '../../../shared/data-access/api-key-administration.ts';
import { dynamoDbApiKeyRegister } from '../../../shared/data-access/dynamodb-api-key-register.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import type { ApiKeyRegister } from '../../../shared/domain/access/api-key.ts';
import { createKeyToken } from '../../../shared/domain/access/key-token.ts';
import { planOfUsageIdentifier } from '../../../shared/domain/access/usage-identifier.ts';
import { StoreUnavailable } from '../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../support/captured-log.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../support/embedded-tables.ts';
import { unreachableTable } from '../../support/unreachable-table.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeAll(async () => {
  embedded = await startEmbeddedTables();
  table = { client: embedded.client, tableName: embedded.tables.apiKeys };
});
afterAll(() => embedded.close());

const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'live',
};
const issue = (change: Partial<KeyRequest> = {}) =>
  apiKeyAdministration({ table }).issue({ ...request, ...change });

const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';
const eventWith = (multiValueHeaders: Record<string, string[]> | null) => ({
  type: 'REQUEST',
  methodArn: `${stageArn}/GET/locations/v2/services`,
  multiValueHeaders,
});
const eventOf = (token: string) => eventWith({ 'AUTH-KEY': [token] });

/** The register, and how often it was asked. */
const counted = () => {
  const register = dynamoDbApiKeyRegister(table);
  let reads = 0;
  const keys: ApiKeyRegister = {
    find(keyId) {
      reads += 1;
      return register.find(keyId);
    },
  };
  return { keys, reads: () => reads };
};

const authorise = (event: object, now?: () => Date) =>
  authoriseApiKey(dynamoDbApiKeyRegister(table), now)(event);

test('a good key is let in under the name of its client, with its plan', async () => {
  const { token, record } = await issue();

  const result = await authorise(eventOf(token));

  expect(result.principalId).toBe('Southern Shop');
  expect(result.context).toEqual({ client: 'Southern Shop', keyId: record.keyId, plan: 'partner' });
  expect(planOfUsageIdentifier(result.usageIdentifierKey ?? '')).toBe('partner');
  expect(result.policyDocument.Statement[0]).toEqual({
    Action: 'execute-api:Invoke',
    Effect: 'Allow',
    Resource: [`${stageArn}/*`],
  });
});

test.each(['auth-key', 'Auth-Key', 'AUTH-KEY', 'aUtH-kEy'])(
  'A05: the header may be written %s',
  async (name) => {
    const { token } = await issue();

    await expect(authorise(eventWith({ [name]: [token] }))).resolves.toBeDefined();
  },
);

test('A01, A06: a key in no header, or in any other, is unauthorised without a read', async () => {
  const { token } = await issue();
  const { keys, reads } = counted();
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

  for (const event of events) await expect(authoriseApiKey(keys)(event)).rejects.toThrow(/^Unauthorized$/);
  expect(reads()).toBe(0);
});

test('A07: a key sent twice is unauthorised in every order and every case of the name', async () => {
  const { token } = await issue();
  const bad = 'wp_live_bad';
  const sent: Record<string, string[]>[] = [
    { 'AUTH-KEY': [token, token] },
    { 'AUTH-KEY': [bad, token] },
    { 'AUTH-KEY': [token, bad] },
    { 'AUTH-KEY': [token], 'auth-key': [token] },
    { 'auth-key': [bad], 'AUTH-KEY': [token] },
    { 'AUTH-KEY': [`${token}, ${token}`] },
  ];

  for (const headers of sent) await expect(authorise(eventWith(headers))).rejects.toThrow(/^Unauthorized$/);
});

test('A02, A04, A08, A09: a malformed key is unauthorised without a read', async () => {
  const { token } = await issue();
  const { keys, reads } = counted();
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
  ];

  for (const key of malformed)
    await expect(authoriseApiKey(keys)(eventOf(key))).rejects.toThrow(/^Unauthorized$/);
  expect(reads()).toBe(0);
});

test('A10: a well-formed key of an unknown id is unauthorised after one read', async () => {
  const { keys, reads } = counted();
  const { token } = createKeyToken('live', randomBytes);

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
  expect(reads()).toBe(1);
});

test('A11: a known id with another secret is unauthorised', async () => {
  const { record } = await issue();
  const keys: ApiKeyRegister = { find: async () => record };
  const { token } = createKeyToken('live', randomBytes);

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

test('A12: a well-formed key is refused after an even time, and a good one let in sooner', async () => {
  const { token } = await issue();
  const unknown = createKeyToken('live', randomBytes).token;
  const timeOf = async (key: string) => {
    const began = performance.now();
    await authorise(eventOf(key)).catch(() => {});
    return performance.now() - began;
  };
  const medianOf = async (key: string) => {
    const times = [
      await timeOf(key),
      await timeOf(key),
      await timeOf(key),
      await timeOf(key),
      await timeOf(key),
    ];
    return times.sort((one, other) => one - other)[2];
  };

  const refused = await medianOf(unknown);
  expect(refused).toBeGreaterThanOrEqual(20);
  expect(await medianOf(token)).toBeLessThan(refused ?? 0);
});

test('A13: a revoked key is unauthorised', async () => {
  const { token, record } = await issue();
  await apiKeyAdministration({ table }).revoke(record.keyId);

  await expect(authorise(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

test('A15: a key works until its expiry, and not from then on', async () => {
  const { token } = await issue({ expiresAt: '2026-07-01T10:00:00Z' });

  await expect(authorise(eventOf(token), () => new Date('2026-07-01T09:59:59Z'))).resolves.toBeDefined();
  await expect(authorise(eventOf(token), () => new Date('2026-07-01T10:00:00Z'))).rejects.toThrow(
    /^Unauthorized$/,
  );
  await expect(authorise(eventOf(token), () => new Date('2026-07-01T10:00:01Z'))).rejects.toThrow(
    /^Unauthorized$/,
  );
});

test('an expiry that cannot be read counts as over', async () => {
  const { token, record } = await issue();
  const keys: ApiKeyRegister = { find: async () => ({ ...record, expiresAt: 'soon' }) };

  await expect(authoriseApiKey(keys)(eventOf(token))).rejects.toThrow(/^Unauthorized$/);
});

test('A16: during a rotation both keys work, and count as one client', async () => {
  const [old, renewed] = [await issue({ expiresAt: '2026-07-01T10:00:00Z' }), await issue()];
  const during = () => new Date('2026-07-01T09:00:00Z');
  const after = () => new Date('2026-07-01T11:00:00Z');

  const both = await Promise.all([old, renewed].map(({ token }) => authorise(eventOf(token), during)));
  expect(both[0]?.usageIdentifierKey).toBe(both[1]?.usageIdentifierKey);
  await expect(authorise(eventOf(old.token), after)).rejects.toThrow(/^Unauthorized$/);
  await expect(authorise(eventOf(renewed.token), after)).resolves.toBeDefined();
});

test('A19: the answer to a key is the same whatever else the request holds', async () => {
  const { token } = await issue();
  const expected = await authorise(eventOf(token));
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
        expect(await authorise(event)).toEqual(expected);
      },
    ),
  );
});

test('A20: a store that cannot be reached is a failure of the authoriser, never a refusal', async () => {
  const { token } = createKeyToken('live', randomBytes);
  const began = performance.now();

  await expect(authoriseApiKey(dynamoDbApiKeyRegister(unreachableTable()))(eventOf(token))).rejects.toThrow(
    StoreUnavailable,
  );
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('A25: no key is written to the log, whatever becomes of it', async () => {
  const log = captureLog();
  const [good, revoked] = [await issue(), await issue()];
  await apiKeyAdministration({ table }).revoke(revoked.record.keyId);
  const unknown = createKeyToken('live', randomBytes);
  const texts = [good.token, revoked.token, unknown.token, `${good.token}x`];

  await Promise.allSettled(texts.map((token) => authorise(eventOf(token))));

  for (const token of texts) expect(log()).not.toContain(token.split('_')[3]);
  expect(log()).toContain(revoked.record.keyId);
});
