import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyAdministration } from '../../../../shared/data-access/access/api-key-administration.ts';
import type { KeyRequest } from '../../../../shared/data-access/access/key-request.ts';
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
const keysAt = (instant: string) => apiKeyAdministration({ ...embedded, now: () => new Date(instant) });

describe('the audit trail of keys', () => {
  it('has who did what to a key, when and why, in order', async () => {
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

  it('says nothing of a change that changed nothing', async () => {
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
  ])('a change that nobody answers for, or for such a reason, is refused: %j', async (change) => {
    await expect(
      keysAt('2026-07-01T10:00:00Z').issue({ ...request, client: 'Nobody' }, change),
    ).rejects.toThrow();
    const all = await keysAt('2026-07-01T10:00:00Z').list();
    expect(all.some(({ client }) => client === 'Nobody')).toBe(false);
  });

  it('A24: a dump of both tables has no key that can be used, nor anything to make one from', async () => {
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

describe('A23: a key and its entry of the trail are written together or not at all', () => {
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
    return { own, keys: apiKeyAdministration(own) };
  };

  it('no key is left where its entry cannot be written', async () => {
    const own = withConsistentReads(await startEmbeddedTables());
    const keys = apiKeyAdministration({
      client: own.client,
      tables: { ...own.tables, apiKeyEvents: 'a-table-that-is-not-there' },
    });
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect(await keys.list()).toEqual([]);
    await own.close();
  });

  it('every answer is lost: what was written is found, and written once', async () => {
    const { own, keys } = await withoutAnswers({ arrive: true });
    const { record } = await keys.issue(request, ada);
    const { record: successor } = await keys.rotate(record.keyId, { overlap: 0, environment: 'test' }, ada);
    await keys.revoke(successor.keyId, ada);
    expect((await keys.list()).map(({ keyId }) => keyId).sort()).toEqual(
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

  it('no request arrives: the change fails, and nothing was written', async () => {
    const { own, keys } = await withoutAnswers({ arrive: false });
    await expect(keys.issue(request, ada)).rejects.toThrow();
    expect(await keys.list()).toEqual([]);
    expect(await keys.trail()).toEqual([]);
    await own.close();
  });
});
