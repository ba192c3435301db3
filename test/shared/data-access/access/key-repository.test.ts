import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  ApiKeyNotChanged,
  keyLookup,
  keyRepository,
  UnknownApiKey,
} from '../../../../shared/data-access/access/key-repository.ts';
import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { unreachableTable } from '../../../support/faults/unreachable-table.ts';
import { ada, emptyTables, keysUnderTest, request } from './keys-under-test.ts';

const { embedded, keysAt } = keysUnderTest();
const apiKeys = () => ({ client: embedded().client, tableName: embedded().tables.apiKeys });
const findKey = (keyId: string) => keyLookup(apiKeys()).find(keyId);
const time = '2026-07-01T10:00:00.000Z';

it('issues a key and finds it by its id', async () => {
  const { token, record } = await keysAt(time).issue(
    {
      ...request,
      scopes: [...request.scopes, 'locations-v3', 'locations-v2'],
      expiresAt: '2027-01-01T00:00:00+10:00',
    },
    ada,
  );
  expect(parseKeyToken(token)).toEqual({ environment: 'test', keyId: record.keyId });
  expect(record).toEqual({
    keyId: record.keyId,
    digest: digestOfKey(token).toString('hex'),
    client: 'Southern Shop',
    scopes: ['locations-v2', 'locations-v3'],
    plan: 'partner',
    status: 'ACTIVE',
    createdAt: '2026-07-01T10:00:00.000Z',
    expiresAt: '2026-12-31T14:00:00.000Z',
  });
  expect(await findKey(record.keyId)).toEqual(record);
});

it('A23: issues different keys to one client at the same time', async () => {
  const client = 'Busy Shop';
  const issued = await Promise.all(
    Array.from({ length: 10 }, () => keysAt(time).issue({ ...request, client }, ada)),
  );

  const listed = (await keysAt(time).list()).keys.filter((record) => record.client === client);
  expect(listed.map(({ keyId }) => keyId).sort()).toEqual(issued.map(({ record }) => record.keyId).sort());
  expect(new Set(issued.map(({ token }) => token)).size).toBe(10);
});

it('never overwrites an existing key id', async () => {
  const keys = keyRepository({
    ...embedded(),
    randomBytes: (size) =>
      size === 32 ? crypto.getRandomValues(new Uint8Array(size)) : new Uint8Array(size),
  });
  const { record } = await keys.issue(request, ada);
  await expect(keys.issue({ ...request, client: 'Thief' }, ada)).rejects.toThrow();
  expect(await findKey(record.keyId)).toEqual(record);
});

it.each<[Partial<typeof request>, { by: string; reason?: string }?]>([
  [{ client: '' }],
  [{ client: '   ' }],
  [{ client: 'x'.repeat(121) }],
  [{ scopes: [] }],
  [{ expiresAt: 'tomorrow' }],
  [{ expiresAt: '2027-01-01' }],
  [{}, { by: '' }],
  [{}, { by: '  ' }],
  [{}, { by: 'ada', reason: 'two\nlines' }],
  [{}, { by: 'ada', reason: 'x'.repeat(501) }],
])('rejects an invalid request, actor or reason, and writes nothing: %j %j', async (part, change = ada) => {
  const before = await keysAt(time).list();
  await expect(keysAt(time).issue({ ...request, ...part }, change)).rejects.toThrow();
  expect(await keysAt(time).list()).toEqual(before);
});

it('revokes a key permanently, and keeps the time of the first revocation; rejects an unknown key', async () => {
  const { record } = await keysAt(time).issue(request, ada);
  const revoked = { ...record, status: 'REVOKED', revokedAt: '2026-07-02T10:00:00.000Z' };
  expect(await keysAt('2026-07-02T10:00:00Z').revoke(record.keyId, ada)).toEqual(revoked);
  expect(await keysAt('2026-07-03T10:00:00Z').revoke(record.keyId, ada)).toEqual(revoked);
  expect(await findKey(record.keyId)).toEqual(revoked);
  await expect(keysAt(time).revoke('000000000001', ada)).rejects.toThrow(UnknownApiKey);
  expect(await findKey('000000000001')).toBeUndefined();
});

it('lists keys by client, oldest first, and counts and logs an unreadable row', async () => {
  await using other = await emptyTables();
  const own = { client: other.client, tableName: other.tables.apiKeys };
  const issueAt = async (client: string, day: number) => {
    const keys = keyRepository({ ...other, now: () => new Date(Date.UTC(2026, 0, day)) });
    return (await keys.issue({ ...request, client }, ada)).record;
  };
  const expected = [await issueAt('a', 2), await issueAt('a', 3), await issueAt('b', 1)];
  await own.client.send(new PutCommand({ TableName: own.tableName, Item: { keyId: 'half a key' } }));
  const log = captureLog();
  expect(await keyRepository(other).list()).toEqual({ keys: expected, unreadable: 1 });
  expect(log()).toContain('half a key');
});

it('throws StoreUnavailable if the store cannot be reached', async () => {
  const keys = keyRepository({ client: unreachableTable().client, tables: embedded().tables });
  await expect(keys.issue(request, ada)).rejects.toThrow(StoreUnavailable);
  await expect(keys.list()).rejects.toThrow(StoreUnavailable);
  await expect(keys.revoke('000000000001', ada)).rejects.toThrow(StoreUnavailable);
  await expect(keyLookup(unreachableTable()).find('000000000001')).rejects.toThrow(StoreUnavailable);
});

describe('a key that is changed between read and write', () => {
  const end = '2027-01-01T00:00:00.000Z';
  const otherEnd = '2028-01-01T00:00:00.000Z';

  /** Issues a key that gets these attributes right after it is next read. */
  const issueContended = async (expiresAt: string | undefined, since: Partial<ApiKey>) => {
    const { record } = await keysAt(time).issue({ ...request, expiresAt }, ada);
    const changed = { ...record, ...since };
    const { middlewareStack } = embedded().client;
    middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args);
          if (commandName !== 'GetItemCommand' || !middlewareStack.remove('concurrent')) return response;
          await embedded().client.send(new PutCommand({ TableName: apiKeys().tableName, Item: changed }));
          return response;
        },
      { step: 'initialize', name: 'concurrent' },
    );
    return changed;
  };

  it.each<[string, string | undefined, Partial<ApiKey>]>([
    ['rotated', end, { rotatedTo: 'another' }],
    ['given another expiry', end, { expiresAt: otherEnd }],
    ['given its first expiry', undefined, { expiresAt: otherEnd }],
  ])('is revoked, and keeps the concurrent change, if it was %s', async (_how, expiresAt, since) => {
    const changed = await issueContended(expiresAt, since);
    const revoked = await keysAt(time).revoke(changed.keyId, ada);
    expect(revoked).toEqual({ ...changed, status: 'REVOKED', revokedAt: time });
    expect(await keysAt(time).find(changed.keyId)).toEqual(revoked);
    expect((await keysAt(time).trail(changed.keyId)).map(({ action }) => action)).toEqual([
      'ISSUED',
      'REVOKED',
    ]);
  });

  it('gets no new expiry if it was revoked', async () => {
    const changed = await issueContended(end, { status: 'REVOKED', revokedAt: '2026-06-30T09:00:00.000Z' });
    await expect(keysAt(time).expire(changed.keyId, otherEnd, ada)).rejects.toThrow(ApiKeyNotChanged);
    expect(await keysAt(time).find(changed.keyId)).toEqual(changed);
  });
});
