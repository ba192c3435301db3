import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  ApiKeyNotChanged,
  keyLookup,
  keyRepository,
  UnknownApiKey,
} from '../../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import { trailEntry, writeWithTrail } from '../../../../shared/data-access/access/key-trail.ts';
import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { perFile } from '../../../support/per-test.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables, unreachableTable } from '../../../support/tables/embedded-tables.ts';

const embedded = perFile(() => startEmbeddedTables().then(withConsistentReads));

const keysAt = (instant: string) => keyRepository({ ...embedded, now: () => new Date(instant) });

/** Starts empty tables that close at the end of the scope. */
const emptyTables = async () => {
  const tables = withConsistentReads(await startEmbeddedTables());
  return { ...tables, [Symbol.asyncDispose]: () => tables.close() };
};

const ada = { by: 'ada@desk' };

const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'test',
};

/** A lost connection, as the SDK's client reports it. */
const connectionReset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

const apiKeys = () => ({ client: embedded.client, tableName: embedded.tables.apiKeys });
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
    ...embedded,
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
  const keys = keyRepository({ client: unreachableTable().client, tables: embedded.tables });
  await expect(keys.issue(request, ada)).rejects.toThrow(StoreUnavailable);
  await expect(keys.list()).rejects.toThrow(StoreUnavailable);
  await expect(keys.revoke('000000000001', ada)).rejects.toThrow(StoreUnavailable);
  await expect(keyLookup(unreachableTable()).find('000000000001')).rejects.toThrow(StoreUnavailable);
});

describe('a key that is changed between read and write', () => {
  const end = '2027-01-01T00:00:00.000Z';
  const otherEnd = '2028-01-01T00:00:00.000Z';

  /** Issues a key that gets these attributes right after it, or with `QueryCommand` its trail, is next read. */
  const issueContended = async (
    expiresAt: string | undefined,
    since: Partial<ApiKey>,
    read = 'GetItemCommand',
  ) => {
    const { record } = await keysAt(time).issue({ ...request, expiresAt }, ada);
    const changed = { ...record, ...since };
    const { middlewareStack } = embedded.client;
    middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args);
          if (commandName !== read || !middlewareStack.remove('concurrent')) return response;
          await embedded.client.send(new PutCommand({ TableName: apiKeys().tableName, Item: changed }));
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

  it('is not overwritten by a restore', async () => {
    const changed = await issueContended(otherEnd, { expiresAt: end }, 'QueryCommand');
    expect(await keysAt(time).restore({ ...changed, expiresAt: otherEnd }, true, ada)).toBe(false);
    expect(await keysAt(time).find(changed.keyId)).toEqual(changed);
  });
});

const day = 24 * 60 * 60_000;
const weekOfOverlap = { overlap: 7 * day, environment: 'test' } as const;

const issued = async (change: Partial<typeof request> = {}) =>
  (await keysAt('2026-07-01T10:00:00Z').issue({ ...request, ...change }, ada)).record;

const rejectionOf = (change: Promise<unknown>) =>
  change.then(
    () => 'none',
    (error) => (error instanceof ApiKeyNotChanged ? error.reason : error),
  );

it('A16: copies the attributes of the old key, which expires after the overlap', async () => {
  const old = await issued({ scopes: ['locations-v3:search'], sandbox: true });
  const rotated = await keysAt('2026-08-01T10:00:00Z').rotate(old.keyId, weekOfOverlap, ada);
  const ending = { ...old, expiresAt: '2026-08-08T10:00:00.000Z', rotatedTo: rotated.record.keyId };
  expect(rotated.old).toEqual(ending);
  expect(await keysAt('2026-08-01T10:00:00Z').find(old.keyId)).toEqual(ending);
  const successor = {
    keyId: rotated.record.keyId,
    digest: digestOfKey(rotated.token).toString('hex'),
    client: 'Southern Shop',
    scopes: ['locations-v3:search'],
    plan: 'partner',
    sandbox: true,
    status: 'ACTIVE',
    createdAt: '2026-08-01T10:00:00.000Z',
    rotatedFrom: old.keyId,
  };
  expect(rotated.record).toEqual(successor);
  expect(await keysAt('2026-08-01T10:00:00Z').find(rotated.record.keyId)).toEqual(successor);
});

it('A16: never extends the old key, and gives its successor the same lifetime', async () => {
  const old = await issued({ expiresAt: '2026-07-31T10:00:00Z' });
  const rotated = await keysAt('2026-07-30T10:00:00Z').rotate(old.keyId, weekOfOverlap, ada);
  expect(rotated.old.expiresAt).toBe('2026-07-31T10:00:00.000Z');
  expect(rotated.record.expiresAt).toBe('2026-08-29T10:00:00.000Z');
  const { keyId } = rotated.record;
  const again = await keysAt('2026-08-28T10:00:00Z').rotate(keyId, weekOfOverlap, ada);
  expect(again.record.expiresAt).toBe('2026-09-27T10:00:00.000Z');
  const [first] = await keysAt(time).trail(keyId);
  expect(first?.details).toMatchObject({ rotatedFrom: old.keyId });
});

it.each(['2026-07-20T10:00:00Z', '2028-07-01T10:00:00Z', undefined])(
  'A16: gives the successor the lifetime that the old key was issued with if its expiry is now %s',
  async (expiresAt) => {
    const { keyId } = await issued({ expiresAt: '2026-07-31T10:00:00Z' });
    const keys = keysAt('2026-07-11T10:00:00Z');
    await keys.expire(keyId, expiresAt, ada);
    expect((await keys.rotate(keyId, weekOfOverlap, ada)).record.expiresAt).toBe('2026-08-10T10:00:00.000Z');
  },
);

it('A16: expires the old key immediately without an overlap', async () => {
  const old = await issued();
  const rotated = await keysAt('2026-07-02T10:00:00Z').rotate(
    old.keyId,
    { overlap: 0, environment: 'test', expiresAt: '2026-12-01T00:00:00.000Z' },
    ada,
  );
  expect(rotated.old.expiresAt).toBe('2026-07-02T10:00:00.000Z');
  expect(rotated.record.expiresAt).toBe('2026-12-01T00:00:00.000Z');
});

it('does not rotate a key that is revoked, expired or already rotated', async () => {
  const now = '2026-08-01T10:00:00Z';
  const rotate = (keyId: string) => rejectionOf(keysAt(now).rotate(keyId, weekOfOverlap, ada));
  const revoked = await issued();
  const expired = await issued({ expiresAt: now });
  const rotated = await issued();
  await keysAt(now).revoke(revoked.keyId, ada);
  expect(await rotate(rotated.keyId)).toBe('none');
  expect(await rotate(revoked.keyId)).toBe('revoked');
  expect(await rotate(expired.keyId)).toBe('expired');
  expect(await rotate(rotated.keyId)).toBe('rotated');
  await expect(keysAt(now).rotate('000000000001', weekOfOverlap, ada)).rejects.toThrow(UnknownApiKey);
});

it('A23: creates one successor if a key is rotated concurrently', async () => {
  const { keyId, client } = await issued({ client: 'Contended' });
  const keys = keysAt('2026-07-02T10:00:00Z');
  const rotations = Array.from({ length: 6 }, () => rejectionOf(keys.rotate(keyId, weekOfOverlap, ada)));
  expect((await Promise.all(rotations)).sort()).toEqual(['none', ...Array(5).fill('rotated')]);
  const all = (await keys.list()).keys.filter((key) => key.client === client);
  const [successor, ...others] = all.filter((key) => key.keyId !== keyId);
  expect(others).toEqual([]);
  expect(all.find((key) => key.keyId === keyId)?.rotatedTo).toBe(successor?.keyId);
});

it('lets a rotated key expire earlier, but not later', async () => {
  const { keyId } = await issued();
  const keys = keysAt('2026-07-02T10:00:00Z');
  const { old } = await keys.rotate(keyId, weekOfOverlap, ada);
  for (const later of [undefined, '2026-07-09T10:00:00.001Z'])
    expect(await rejectionOf(keys.expire(keyId, later, ada))).toBe('rotated');
  expect((await keys.find(keyId)).expiresAt).toBe(old.expiresAt);
  const earlier = '2026-07-03T00:00:00.000Z';
  expect((await keys.expire(keyId, earlier, ada)).expiresAt).toBe(earlier);
  const ended = keysAt('2026-07-04T10:00:00Z');
  expect(await rejectionOf(ended.expire(keyId, '2026-07-09T10:00:00.000Z', ada))).toBe('rotated');
});

describe('the audit trail of keys', () => {
  it('records who did what to which key, when and why, sorted by time and then by action', async () => {
    await using other = await emptyTables();
    const at = (day: number) => `2026-07-0${day}T10:00:00.000Z`;
    const on = (day: number) => keyRepository({ ...other, now: () => new Date(at(day)) });
    const ben = { by: 'ben@desk', reason: 'leaked' };
    const { keyId } = (await on(1).issue(request, { ...ada, reason: 'new partner' })).record;
    await on(2).expire(keyId, '2027-01-01T00:00:00.000Z', ada);
    const overlap = { overlap: 3_600_000, environment: 'test' } as const;
    const { record: successor } = await on(3).rotate(keyId, overlap, ada);
    await on(4).revoke(keyId, ben);
    const entryOf = (day: number, entry: object) => ({
      keyId,
      at: at(day),
      event: expect.stringMatching(new RegExp(`^${at(day)}#`)),
      ...ada,
      ...entry,
    });
    const client = 'Southern Shop';
    const expiresAt = '2027-01-01T00:00:00.000Z';
    const issued = { client, scopes: ['locations-v2'], plan: 'partner', expiresAt: 'never', sandbox: false };
    const rotated = { client, rotatedTo: successor.keyId, expiresAt: '2026-07-03T11:00:00.000Z' };
    const entries = [
      entryOf(1, { action: 'ISSUED', reason: 'new partner', details: issued }),
      entryOf(2, { action: 'EXPIRY_CHANGED', details: { client, expiresAt, expiredBefore: 'never' } }),
      entryOf(3, { action: 'ROTATED', details: rotated }),
      entryOf(4, { action: 'REVOKED', ...ben, details: { client } }),
    ];
    expect(await on(5).trail(keyId)).toEqual(entries);
    const [first] = await on(5).trail(successor.keyId);
    expect(first?.action).toBe('ISSUED');
    expect(await on(5).trail()).toEqual([...entries.slice(0, 2), first, ...entries.slice(2)]);
  });

  it('A24: contains no secret, and neither does the keys table', async () => {
    const keys = keysAt('2026-07-01T10:00:00Z');
    const { token, record } = await keys.issue(request, ada);
    const successor = await keys.rotate(record.keyId, { overlap: 0, environment: 'test' }, ada);
    const rows = await Promise.all(
      [embedded.tables.apiKeys, embedded.tables.apiKeyEvents].map((TableName) =>
        embedded.client.send(new ScanCommand({ TableName, ConsistentRead: true })),
      ),
    );
    const dump = JSON.stringify(rows.map(({ Items }) => Items));
    expect(dump).toContain(successor.record.keyId);
    for (const each of [token, successor.token]) {
      const secret = each.split('_')[3] ?? '';
      expect(secret.length).toBeGreaterThanOrEqual(52);
      // Parts of the secret, from which the rest could be guessed, must not occur either.
      for (let at = 0; at + 8 <= secret.length; at += 1) expect(dump).not.toContain(secret.slice(at, at + 8));
    }
  });
});

describe('A23: a key and its entry are written together or not at all', () => {
  /** Creates keys in empty tables. Their transactions never get a response, and may not arrive. */
  const withoutAnswers = async (arrive: boolean) => {
    const own = await emptyTables();
    own.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand') return next(args);
          if (arrive) await next(args);
          throw connectionReset();
        },
      { step: 'deserialize', priority: 'high' },
    );
    return own;
  };

  it('writes no key if its entry cannot be written', async () => {
    await using own = await emptyTables();
    const tables = { ...own.tables, apiKeyEvents: 'a-table-that-is-not-there' };
    const keys = keyRepository({ client: own.client, tables });
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect((await keys.list()).keys).toEqual([]);
  });

  it('recognises its own write if every response is lost', async () => {
    await using own = await withoutAnswers(true);
    const keys = keyRepository(own);
    const { record } = await keys.issue(request, ada);
    const { record: successor } = await keys.rotate(record.keyId, { overlap: 0, environment: 'test' }, ada);
    await keys.revoke(successor.keyId, ada);
    const { keys: stored } = await keys.list();
    expect(new Set(stored.map(({ keyId }) => keyId))).toEqual(new Set([record.keyId, successor.keyId]));
    const actions = (await keys.trail()).map(({ action }) => action).sort();
    expect(actions).toEqual(['ISSUED', 'ISSUED', 'REVOKED', 'ROTATED']);
  });

  it('fails and writes nothing if no request arrives', async () => {
    await using own = await withoutAnswers(false);
    const keys = keyRepository(own);
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect((await keys.list()).keys).toEqual([]);
    expect(await keys.trail()).toEqual([]);
  });
});

describe('a trail entry', () => {
  it('is never overwritten', async () => {
    const key = { keyId: 'entered twice', client: 'x' };
    const entry = trailEntry(key, { action: 'REVOKED', at: new Date('2026-11-22T10:00:00Z') }, ada);
    await writeWithTrail(embedded, [], [entry]);
    await writeWithTrail(embedded, [], [{ ...entry, by: 'eve@desk', reason: 'not me' }]);
    expect(await keyRepository(embedded).trail(key.keyId)).toEqual([entry]);
  });
});

const [one, two, three] = ['https://www.example.com', 'https://two.example', 'https://three.example'];

const browserRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v3:search' as const],
  plan: 'browser',
  environment: 'web',
  origins: [one, two],
} as const;
const browserKey = async (changes: Partial<{ origins: string[]; sandbox: true }> = {}) =>
  keysAt(time).issue(
    { ...browserRequest, origins: [...browserRequest.origins], ...changes, scopes: ['locations-v3:search'] },
    ada,
  );

it.each([
  ['another scope', { scopes: ['locations-v3'] }],
  ['an additional scope', { scopes: ['locations-v3:search', 'locations-v2'] }],
  ['another plan', { plan: 'partner' }],
  ['another environment', { environment: 'live' }],
  ['no origins', { origins: undefined }],
  ['an invalid origin', { origins: [`${one}/`] }],
  ['all attributes of a secret key', { scopes: ['locations-v2'], plan: 'partner', environment: 'test' }],
] as const)('rejects a browser key with %s', async (_what, changes) => {
  const wrong = { ...structuredClone(browserRequest), ...structuredClone(changes) };
  await expect(keysAt(time).issue(wrong as never, ada)).rejects.toThrow(/origin/);
});

it('adds and removes origins, and makes no entry if nothing changes', async () => {
  const { record } = await browserKey();
  const keys = keysAt('2026-07-02T10:00:00.000Z');
  const changed = await keys.changeOrigins(record.keyId, { add: [three, two], remove: [one] }, ada);
  expect(changed).toEqual({ ...record, origins: [two, three] });
  expect(await keys.changeOrigins(record.keyId, { add: [two], remove: ['https://x.example'] }, ada)).toEqual(
    changed,
  );
  expect(await keys.trail(record.keyId)).toHaveLength(2);
});

it.each([
  ['lost', false],
  ['overwritten', true],
])('restores a key that was %s without origins removed since the backup', async (_how, overwrite) => {
  const { record } = await browserKey();
  const { keyId } = record;
  const keys = keysAt('2026-07-02T10:00:00.000Z');
  await keys.changeOrigins(keyId, { add: [], remove: [two] }, ada);
  const { client, tableName: TableName } = apiKeys();
  if (!overwrite) await client.send(new DeleteCommand({ TableName, Key: { keyId } }));
  expect(await keys.restore(record, overwrite, ada)).toBe(true);
  expect(await keys.find(keyId)).toEqual({ ...record, origins: [one] });
});

it('keeps all origins that are added at the same time', async () => {
  const { record } = await browserKey();
  const added = ['a', 'b', 'c'].map((name) => `https://${name}.example`);
  await Promise.all(
    added.map((origin) => keysAt(time).changeOrigins(record.keyId, { add: [origin], remove: [] }, ada)),
  );
  const { origins = [] } = await keysAt(time).find(record.keyId);
  expect(origins.toSorted()).toEqual([one, two, ...added].toSorted());
});

it('rejects changes to the origins of a secret, revoked or unknown key, and an invalid list', async () => {
  const keys = keysAt(time);
  const add = { add: [three], remove: [] };
  const secret = await keys.issue(request, ada);
  await expect(keys.changeOrigins(secret.record.keyId, add, ada)).rejects.toThrow(ApiKeyNotChanged);
  const { record } = await browserKey();
  const local = { add: ['http://localhost'], remove: [] };
  await expect(keys.changeOrigins(record.keyId, local, ada)).rejects.toThrow(/origin/);
  await keys.revoke(record.keyId, ada);
  await expect(keys.changeOrigins(record.keyId, add, ada)).rejects.toThrow(ApiKeyNotChanged);
  await expect(keys.changeOrigins('000000000001', add, ada)).rejects.toThrow(UnknownApiKey);
});
