import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyAdministration } from '../../../../shared/data-access/access/api-key-administration.ts';
import { keyEventOf } from '../../../../shared/data-access/access/key-event-of.ts';
import { trailOfKey, wholeTrail } from '../../../../shared/data-access/access/key-trail.ts';
import { writeKeys, writeWithTrail } from '../../../../shared/data-access/access/key-transaction.ts';
import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { type EmbeddedTables, startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

let embedded: EmbeddedTables;
beforeAll(async () => {
  embedded = withConsistentReads(await startEmbeddedTables());
});
afterAll(() => embedded.close());

const ada = { by: 'ada@desk' };
const revocationOf = (key: ApiKey, at = '2026-11-22T10:00:00.000Z') =>
  keyEventOf(key, { action: 'REVOKED', at: new Date(at) }, ada);
const add = (key: ApiKey) => writeKeys(embedded, { added: key, events: [revocationOf(key)] });
const events = () => ({ client: embedded.client, tableName: embedded.tables.apiKeyEvents });

const revoked = { status: 'REVOKED', revokedAt: '2026-11-22T10:00:00.000Z' } as const;
const givenAnotherEnd = { expiresAt: '2028-01-01T00:00:00.000Z' };

interface Contention {
  readonly since: Partial<ApiKey>;
  /** Differences of the key as it was read. */
  readonly read?: { readonly expiresAt: undefined };
  readonly change?: Partial<ApiKey>;
}

describe('a change of a key', () => {
  it.each<[string, Contention]>([
    ['rotated', { since: { rotatedTo: 'another' } }],
    ['given another end', { since: { expiresAt: '2027-01-01T00:00:00.000Z' } }],
    [
      'given an end that it had not',
      { since: { expiresAt: '2027-01-01T00:00:00.000Z' }, read: { expiresAt: undefined } },
    ],
    ['revoked', { since: { ...revoked, revokedAt: '2026-11-22T09:00:00.000Z' }, change: givenAnotherEnd }],
    ['revoked without a time', { since: { status: 'REVOKED' }, change: givenAnotherEnd }],
  ])('is not written where the key was %s since it was read', async (how, contention) => {
    const { since, read = {}, change = revoked } = contention;
    const there = storedKey(how, { expiresAt: '2026-12-01T00:00:00.000Z', ...since });
    await add(there);
    const stale: ApiKey = { ...storedKey(how, { expiresAt: '2026-12-01T00:00:00.000Z' }), ...read };
    const after: ApiKey = { ...stale, ...change };

    const event = revocationOf(stale);
    expect(await writeKeys(embedded, { changed: { before: stale, after }, events: [event] })).toBe(false);

    expect(await apiKeyAdministration(embedded).find(how)).toEqual(there);
    expect(await trailOfKey(events(), how)).not.toContainEqual(event);
    expect(
      await writeKeys(embedded, {
        changed: { before: there, after: { ...there, ...change } },
        events: [event],
      }),
    ).toBe(true);
  });
});

describe('an entry of the trail', () => {
  it('is never replaced by another of its name', async () => {
    const key = storedKey('entered twice');
    const entry = revocationOf(key);
    await writeWithTrail(embedded, [], [entry]);

    await writeWithTrail(embedded, [], [{ ...entry, by: 'eve@desk', reason: 'not me' }]);

    expect(await trailOfKey(events(), key.keyId)).toEqual([entry]);
  });

  it('stands in the order of time among those of all keys, and in its own order within an instant', async () => {
    const other = withConsistentReads(await startEmbeddedTables());
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 10, minute));
    const keysAt = (minute: number) => apiKeyAdministration({ ...other, now: () => at(minute) });
    const request = { client: 'x', scopes: ['locations-v2' as const], plan: 'partner' as const };
    const issueAt = async (minute: number) =>
      (await keysAt(minute).issue({ ...request, environment: 'test' }, ada)).record.keyId;
    const one = await issueAt(1);
    const two = await issueAt(2);
    await keysAt(3).expire(one, '2027-01-01T00:00:00.000Z', ada);
    await keysAt(4).revoke(two, ada);
    const successor = await keysAt(5).rotate(one, { overlap: 0, environment: 'test' }, ada);
    const next = successor.record.keyId;

    const trail = await wholeTrail({ client: other.client, tableName: other.tables.apiKeyEvents });
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
