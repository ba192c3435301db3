import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyRepository } from '../../../../shared/data-access/access/key-repository.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
import { trailEntry, writeWithTrail } from '../../../../shared/data-access/access/key-trail.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

let embedded: EmbeddedTables;
beforeAll(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
});
afterAll(() => embedded.close());

const request: KeyRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v2'],
  plan: 'partner',
  environment: 'test',
};
const ada = { by: 'ada@desk' };
const keysAt = (instant: string) => keyRepository({ ...embedded, now: () => new Date(instant) });

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

    const common = { keyId, event: expect.any(String) };
    const trail = await keysAt('2026-07-05T10:00:00Z').trail(keyId);
    expect(trail).toEqual([
      {
        ...common,
        at: '2026-07-01T10:00:00.000Z',
        action: 'ISSUED',
        by: 'ada@desk',
        reason: 'new partner',
        details: {
          client: 'Southern Shop',
          scopes: ['locations-v2'],
          plan: 'partner',
          expiresAt: 'never',
          sandbox: false,
        },
      },
      {
        ...common,
        at: '2026-07-02T10:00:00.000Z',
        action: 'EXPIRY_CHANGED',
        by: 'ada@desk',
        details: { client: 'Southern Shop', expiresAt: '2027-01-01T00:00:00.000Z', expiredBefore: 'never' },
      },
      {
        ...common,
        at: '2026-07-03T10:00:00.000Z',
        action: 'ROTATED',
        by: 'ben@desk',
        details: {
          client: 'Southern Shop',
          rotatedTo: successor.record.keyId,
          expiresAt: '2026-07-03T11:00:00.000Z',
        },
      },
      {
        ...common,
        at: '2026-07-04T10:00:00.000Z',
        action: 'REVOKED',
        by: 'ben@desk',
        reason: 'leaked',
        details: { client: 'Southern Shop' },
      },
    ]);
    expect(trail.every(({ event, at }) => event.startsWith(`${at}#`))).toBe(true);
    expect((await keysAt('2026-07-05T10:00:00Z').trail()).map(({ keyId: each }) => each)).toContain(
      successor.record.keyId,
    );
  });

  it('records nothing if nothing changed', async () => {
    const keys = keysAt('2026-07-01T10:00:00Z');
    const { keyId } = (await keys.issue(request, ada)).record;
    await keys.revoke(keyId, ada);
    await keys.revoke(keyId, ada);
    expect((await keys.trail(keyId)).map(({ action }) => action).sort()).toEqual(['ISSUED', 'REVOKED']);
  });

  it.each([
    { by: '' },
    { by: '  ' },
    { by: 'ada', reason: 'two\nlines' },
    { by: 'ada', reason: 'x'.repeat(501) },
  ])('rejects a change without an actor or with an invalid reason: %j', async (change) => {
    await expect(
      keysAt('2026-07-01T10:00:00Z').issue({ ...request, client: 'Nobody' }, change),
    ).rejects.toThrow();
    const { keys: all } = await keysAt('2026-07-01T10:00:00Z').list();
    expect(all.some(({ client }) => client === 'Nobody')).toBe(false);
  });

  it('A24: contains no secret, nor does the table of keys', async () => {
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
      // Not even a part of it, from which the rest could be guessed.
      for (let at = 0; at + 8 <= secret.length; at += 1) expect(dump).not.toContain(secret.slice(at, at + 8));
    }
  });
});

describe('A23: a key and its entry are written together or not at all', () => {
  const lost = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

  /** Tables of their own, where no transaction is ever answered. */
  const withoutAnswers = async ({ arrive }: { readonly arrive: boolean }) => {
    const own = withConsistentReads(await startEmbeddedTables());
    own.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName !== 'TransactWriteItemsCommand') return next(args);
          if (arrive) await next(args);
          throw lost();
        },
      { step: 'deserialize', priority: 'high' },
    );
    return { own, keys: keyRepository(own) };
  };

  it('writes no key if its entry cannot be written', async () => {
    const own = withConsistentReads(await startEmbeddedTables());
    const keys = keyRepository({
      client: own.client,
      tables: { ...own.tables, apiKeyEvents: 'a-table-that-is-not-there' },
    });
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect((await keys.list()).keys).toEqual([]);
    await own.close();
  });

  it('recognises what it wrote if every response is lost', async () => {
    const { own, keys } = await withoutAnswers({ arrive: true });
    const { record } = await keys.issue(request, ada);
    const { record: successor } = await keys.rotate(record.keyId, { overlap: 0, environment: 'test' }, ada);
    await keys.revoke(successor.keyId, ada);
    expect((await keys.list()).keys.map(({ keyId }) => keyId).sort()).toEqual(
      [record.keyId, successor.keyId].sort(),
    );
    expect((await keys.trail()).map(({ action }) => action).sort()).toEqual([
      'ISSUED',
      'ISSUED',
      'REVOKED',
      'ROTATED',
    ]);
    await own.close();
  });

  it('fails and writes nothing if no request arrives', async () => {
    const { own, keys } = await withoutAnswers({ arrive: false });
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect((await keys.list()).keys).toEqual([]);
    expect(await keys.trail()).toEqual([]);
    await own.close();
  });
});

describe('an entry of the trail', () => {
  it('is never overwritten', async () => {
    const key = { keyId: 'entered twice', client: 'x' };
    const entry = trailEntry(key, { action: 'REVOKED', at: new Date('2026-11-22T10:00:00Z') }, ada);
    await writeWithTrail(embedded, [], [entry]);

    await writeWithTrail(embedded, [], [{ ...entry, by: 'eve@desk', reason: 'not me' }]);

    expect(await keyRepository(embedded).trail(key.keyId)).toEqual([entry]);
  });

  it('is in order of time among those of all keys, and of the action at the same time', async () => {
    const other = withConsistentReads(await startEmbeddedTables());
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));
    const keysAt = (minute: number) => keyRepository({ ...other, now: () => at(minute) });
    const sent = { client: 'x', scopes: ['locations-v2' as const], plan: 'partner' as const };
    const issueAt = async (minute: number) =>
      (await keysAt(minute).issue({ ...sent, environment: 'test' }, ada)).record.keyId;
    const one = await issueAt(1);
    const two = await issueAt(2);
    await keysAt(3).expire(one, '2027-01-01T00:00:00.000Z', ada);
    await keysAt(4).revoke(two, ada);
    const successor = await keysAt(5).rotate(one, { overlap: 0, environment: 'test' }, ada);
    const next = successor.record.keyId;

    const trail = await keyRepository(other).trail();
    await other.close();
    expect(trail.map(({ keyId, action }) => [keyId, action])).toEqual([
      [one, 'ISSUED'],
      [two, 'ISSUED'],
      [one, 'EXPIRY_CHANGED'],
      [two, 'REVOKED'],
      [next, 'ISSUED'],
      [one, 'ROTATED'],
    ]);
    expect(trail.slice(4).map(({ details }) => Object.keys(details))).toEqual([
      ['client', 'scopes', 'plan', 'sandbox', 'rotatedFrom', 'expiresAt'],
      ['client', 'rotatedTo', 'expiresAt'],
    ]);
  });
});
