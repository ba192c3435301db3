import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKeyAdministration } from '../../../../shared/data-access/access/api-key-administration.ts';
import { dynamoDbApiKeyRegister } from '../../../../shared/data-access/access/dynamodb-api-key-register.ts';
import { UnknownApiKey } from '../../../../shared/data-access/access/key-failures.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import type { Table } from '../../../../shared/data-access/table.ts';
import { digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { unreachableTable } from '../../../support/faults/unreachable-table.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

let embedded: EmbeddedTables;
let table: Table;
beforeAll(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
  table = { client: embedded.client, tableName: embedded.tables.apiKeys };
});
afterAll(() => embedded.close());

const time = new Date('2026-07-01T10:00:00.000Z');
const keysAt = (now: Date) => apiKeyAdministration({ ...embedded, now: () => now });
const ada = { by: 'ada@desk' };

const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2', 'locations-v3', 'locations-v2'],
  plan: 'standard',
  environment: 'test',
};

it('a key is issued with its record, found by its id, and its secret is not stored (A24)', async () => {
  const { token, record } = await keysAt(time).issue(
    { ...request, expiresAt: '2027-01-01T00:00:00+10:00' },
    ada,
  );

  expect(parseKeyToken(token)).toEqual({ environment: 'test', keyId: record.keyId });
  expect(record).toEqual({
    keyId: record.keyId,
    digest: digestOfKey(token).toString('hex'),
    client: 'Southern Shop',
    scopes: ['locations-v2', 'locations-v3'],
    plan: 'standard',
    status: 'ACTIVE',
    createdAt: '2026-07-01T10:00:00.000Z',
    expiresAt: '2026-12-31T14:00:00.000Z',
  });
  expect(await dynamoDbApiKeyRegister(table).find(record.keyId)).toEqual(record);
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.tableName, Key: { keyId: record.keyId }, ConsistentRead: true }),
  );
  expect(JSON.stringify(Item)).not.toContain(token.split('_')[3]);
});

it('A23: keys issued at the same time for one client are all whole, and all different', async () => {
  const client = 'Busy Shop';
  const issued = await Promise.all(
    Array.from({ length: 10 }, () => keysAt(time).issue({ ...request, client }, ada)),
  );

  const listed = (await keysAt(time).list()).filter((record) => record.client === client);
  expect(listed.map(({ keyId }) => keyId).sort()).toEqual(issued.map(({ record }) => record.keyId).sort());
  expect(new Set(issued.map(({ token }) => token)).size).toBe(10);
});

it('A23: issuing whose first answer was lost succeeds with the key that was written', async () => {
  const other = withConsistentReads(await startEmbeddedTables());
  let answers = 0;
  other.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (commandName !== 'TransactWriteItemsCommand' || answers++ > 0) return answer;
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      },
    { step: 'deserialize', priority: 'high' },
  );

  const { record } = await apiKeyAdministration(other).issue(request, ada);

  expect(await apiKeyAdministration(other).list()).toEqual([record]);
  await other.close();
});

it('a key id that exists is never taken over', async () => {
  const keys = apiKeyAdministration({
    ...embedded,
    randomBytes: (size) =>
      size === 32 ? crypto.getRandomValues(new Uint8Array(size)) : new Uint8Array(size),
  });
  const { record } = await keys.issue(request, ada);

  await expect(keys.issue({ ...request, client: 'Thief' }, ada)).rejects.toThrow();
  expect(await dynamoDbApiKeyRegister(table).find(record.keyId)).toEqual(record);
});

it.each([
  { client: '' },
  { client: '   ' },
  { client: 'x'.repeat(121) },
  { scopes: [] },
  { expiresAt: 'tomorrow' },
  { expiresAt: '2027-01-01' },
])('a request that cannot be granted is refused: %j', async (change) => {
  await expect(keysAt(time).issue({ ...request, ...change }, ada)).rejects.toThrow();
});

it('revoking ends a key for good, and keeps the time of the first revocation', async () => {
  const { record } = await keysAt(time).issue(request, ada);
  const revoked = { ...record, status: 'REVOKED', revokedAt: '2026-07-02T10:00:00.000Z' };

  expect(await keysAt(new Date('2026-07-02T10:00:00Z')).revoke(record.keyId, ada)).toEqual(revoked);
  expect(await keysAt(new Date('2026-07-03T10:00:00Z')).revoke(record.keyId, ada)).toEqual(revoked);
  expect(await dynamoDbApiKeyRegister(table).find(record.keyId)).toEqual(revoked);
});

it('revoking an id that was never issued is refused, and leaves nothing behind', async () => {
  await expect(keysAt(time).revoke('000000000001', ada)).rejects.toThrow(UnknownApiKey);

  expect(await dynamoDbApiKeyRegister(table).find('000000000001')).toBeUndefined();
});

it('keys are listed by client, oldest first; a row that is none is left out and logged by its id', async () => {
  const other = withConsistentReads(await startEmbeddedTables());
  const own = { client: other.client, tableName: other.tables.apiKeys };
  const issueAt = async (client: string, day: number) =>
    (
      await apiKeyAdministration({ ...other, now: () => new Date(Date.UTC(2026, 0, day)) }).issue(
        { ...request, client },
        ada,
      )
    ).record;
  const expected = [await issueAt('a', 2), await issueAt('a', 3), await issueAt('b', 1)];
  await own.client.send(new PutCommand({ TableName: own.tableName, Item: { keyId: 'half a key' } }));
  const log = captureLog();

  expect(await apiKeyAdministration(other).list()).toEqual(expected);
  expect(log()).toContain('half a key');
  await other.close();
});

it('a store that cannot be reached is unavailable', async () => {
  const keys = apiKeyAdministration({ client: unreachableTable().client, tables: embedded.tables });

  await expect(keys.issue(request, ada)).rejects.toThrow(StoreUnavailable);
  await expect(keys.list()).rejects.toThrow(StoreUnavailable);
  await expect(keys.revoke('000000000001', ada)).rejects.toThrow(StoreUnavailable);
  await expect(dynamoDbApiKeyRegister(unreachableTable()).find('000000000001')).rejects.toThrow(
    StoreUnavailable,
  );
});
