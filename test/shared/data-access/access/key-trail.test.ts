import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { keyRepository } from '../../../../shared/data-access/access/key-repository.ts';
import { trailEntry, writeWithTrail } from '../../../../shared/data-access/access/key-trail.ts';
import { ada, connectionReset, emptyTables, keysUnderTest, request } from './keys-under-test.ts';

const { embedded, keysAt } = keysUnderTest();

describe('the audit trail of keys', () => {
  it('records who did what to a key, when and why, in order', async () => {
    const { record } = await keysAt('2026-07-01T10:00:00Z').issue(request, { ...ada, reason: 'new partner' });
    const { keyId } = record;
    await keysAt('2026-07-02T10:00:00Z').expire(keyId, '2027-01-01T00:00:00.000Z', ada);
    const successor = await keysAt('2026-07-03T10:00:00Z').rotate(
      keyId,
      { overlap: 3_600_000, environment: 'test' },
      { by: 'ben@desk' },
    );
    await keysAt('2026-07-04T10:00:00Z').revoke(keyId, { by: 'ben@desk', reason: 'leaked' });

    const trail = await keysAt('2026-07-05T10:00:00Z').trail(keyId);
    const entryOf = (day: number, entry: object) => {
      const at = `2026-07-0${day}T10:00:00.000Z`;
      return { keyId, at, event: expect.stringMatching(new RegExp(`^${at}#`)), ...entry };
    };
    const client = 'Southern Shop';
    const expiresAt = '2027-01-01T00:00:00.000Z';
    const issued = { client, scopes: ['locations-v2'], plan: 'partner', expiresAt: 'never', sandbox: false };
    const rotated = { client, rotatedTo: successor.record.keyId, expiresAt: '2026-07-03T11:00:00.000Z' };
    expect(trail).toEqual([
      entryOf(1, { action: 'ISSUED', by: 'ada@desk', reason: 'new partner', details: issued }),
      entryOf(2, {
        action: 'EXPIRY_CHANGED',
        by: 'ada@desk',
        details: { client, expiresAt, expiredBefore: 'never' },
      }),
      entryOf(3, { action: 'ROTATED', by: 'ben@desk', details: rotated }),
      entryOf(4, { action: 'REVOKED', by: 'ben@desk', reason: 'leaked', details: { client } }),
    ]);
  });

  it('A24: contains no secret, and neither does the keys table', async () => {
    const keys = keysAt('2026-07-01T10:00:00Z');
    const { token, record } = await keys.issue(request, ada);
    const successor = await keys.rotate(record.keyId, { overlap: 0, environment: 'test' }, ada);
    const rows = await Promise.all(
      [embedded().tables.apiKeys, embedded().tables.apiKeyEvents].map((TableName) =>
        embedded().client.send(new ScanCommand({ TableName, ConsistentRead: true })),
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
    await writeWithTrail(embedded(), [], [entry]);
    await writeWithTrail(embedded(), [], [{ ...entry, by: 'eve@desk', reason: 'not me' }]);
    expect(await keyRepository(embedded()).trail(key.keyId)).toEqual([entry]);
  });

  it('is sorted by time among the entries of all keys, then by action', async () => {
    await using other = await emptyTables();
    const keysAt = (minute: number) =>
      keyRepository({ ...other, now: () => new Date(Date.UTC(2026, 10, 22, 10, minute)) });
    const issueAt = async (minute: number) => (await keysAt(minute).issue(request, ada)).record.keyId;
    const one = await issueAt(1);
    const two = await issueAt(2);
    await keysAt(3).expire(one, '2027-01-01T00:00:00.000Z', ada);
    await keysAt(4).revoke(two, ada);
    const { record } = await keysAt(5).rotate(one, { overlap: 0, environment: 'test' }, ada);

    const trail = await keyRepository(other).trail();
    expect(trail.map(({ keyId, action }) => [keyId, action])).toEqual([
      [one, 'ISSUED'],
      [two, 'ISSUED'],
      [one, 'EXPIRY_CHANGED'],
      [two, 'REVOKED'],
      [record.keyId, 'ISSUED'],
      [one, 'ROTATED'],
    ]);
  });
});
