import { hostname, userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyLookup } from '../../../../shared/data-access/access/key-repository.ts';
import { keyUseWriter } from '../../../../shared/data-access/access/key-use.ts';
import { digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { keyOperator } from '../../../support/key-operator.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

const keys = (...args: string[]) => runWaypost(['keys', ...args, '--data-dir', stack.dataDirectory]);

const issue = async (...args: string[]) => {
  const { status, stdout, stderr } = await keys('issue', ...args);
  const keyId = parseKeyToken(stdout.trim())?.keyId ?? '';
  const { client, tables } = stack.embedded;
  const record = await keyLookup({ client, tableName: tables.apiKeys }).find(keyId);
  return { status, stdout, stderr, keyId, record };
};

describe('waypost keys', () => {
  it('issues a key for everything, and prints it alone on standard output', async () => {
    const { status, stdout, stderr, keyId, record } = await issue('--client', 'Parcel partner');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^wp_test_\S+\n$/);
    expect(stderr).toContain('shown only once');
    expect(stderr).not.toContain(stdout.trim());
    expect(record).toMatchObject({
      keyId,
      client: 'Parcel partner',
      scopes: ['bill-management', 'locations-v2', 'locations-v3'],
      plan: 'standard',
      status: 'ACTIVE',
      digest: digestOfKey(stdout.trim()).toString('hex'),
    });
    expect(record?.expiresAt).toBeUndefined();
  });

  it('issues a key with scopes, plan and expiry', async () => {
    const scopes = ['--scope', 'locations-v2', '--scope', 'locations-v3'];
    const { record, stderr } = await issue(
      '--client',
      'x',
      ...scopes,
      '--plan',
      'partner',
      '--expires',
      '2999-01-31',
    );
    expect(record).toMatchObject({
      scopes: ['locations-v2', 'locations-v3'],
      plan: 'partner',
      expiresAt: '2999-01-31T00:00:00.000Z',
    });
    expect(stderr).toContain('2999-01-31T00:00:00.000Z');
  });

  it.each([
    [['--scope', 'locations-v2,locations-v3:search']],
    [['--scope', 'locations-v2, locations-v3:search']],
    [['--scope', 'locations-v2', 'locations-v3:search']],
  ])('takes scopes as lists of keys show them, or one by one: %j', async (scopes) => {
    const { record } = await issue('--client', 'x', ...scopes);
    expect(record?.scopes).toEqual(['locations-v2', 'locations-v3:search']);
  });

  it('lists keys without anything secret', async () => {
    const { stdout: token, keyId, record } = await issue('--client', 'Listed client');
    const table = await keys('list');
    expect(table.status).toBe(0);
    expect(table.stdout).toMatch(/^KEY ID +CLIENT +SCOPES +PLAN +STATUS +CREATED +EXPIRES +LAST USED\n/);
    expect(table.stdout).toMatch(
      new RegExp(`^${keyId}  Listed client +.* standard +ACTIVE +\\S+ +never +never$`, 'm'),
    );

    const json = await keys('list', '--json');
    expect(JSON.parse(json.stdout).keys).toContainEqual({
      keyId,
      client: 'Listed client',
      scopes: ['bill-management', 'locations-v2', 'locations-v3'],
      plan: 'standard',
      sandbox: false,
      status: 'ACTIVE',
      createdAt: record?.createdAt,
      expiresAt: null,
      revokedAt: null,
      firstUsedAt: null,
      lastUsedAt: null,
      rotatedFrom: null,
      rotatedTo: null,
    });
    for (const { stdout } of [table, json]) {
      expect(stdout).not.toContain(token.trim());
      expect(stdout).not.toContain(record?.digest);
    }
  });

  it('prints an issued key with its id as JSON, and lists page by page', async () => {
    const ids: string[] = [];
    for (const client of ['Paged 1', 'Paged 2', 'Paged 3']) {
      const { keyId, key } = JSON.parse((await keys('issue', '--client', client, '--json')).stdout);
      expect(parseKeyToken(key)?.keyId).toBe(keyId);
      ids.push(keyId);
    }
    const pageAfter = async (...cursor: readonly string[]) =>
      JSON.parse((await keys('list', '--limit', '2', '--json', ...cursor)).stdout);
    const found: string[] = [];
    let page = await pageAfter();
    for (; page.next !== null; page = await pageAfter('--cursor', page.next))
      found.push(...page.keys.map(({ keyId }: { keyId: string }) => keyId));
    found.push(...page.keys.map(({ keyId }: { keyId: string }) => keyId));
    expect(found).toEqual(expect.arrayContaining(ids));
    expect(new Set(found).size).toBe(found.length);
    expect((await keys('audit', '--limit', '1')).stdout).toMatch(/\n\d+ more; to continue: --cursor \S+\n$/);
    expect(await keys('list', '--cursor', 'x')).toMatchObject({ status: 2, stdout: '' });
    const { keyId } = JSON.parse((await keys('rotate', ids[0] ?? '', '--json')).stdout);
    const expired = JSON.parse((await keys('expire', keyId, '--never', '--json')).stdout);
    expect(expired).toMatchObject({ keyId, expiresAt: null });
    const revoked = JSON.parse((await keys('revoke', keyId, '--json')).stdout);
    expect(revoked).toMatchObject({ keyId, status: 'REVOKED' });
    const { entries } = JSON.parse((await keys('audit', '--key', keyId, '--json')).stdout);
    expect(entries[0].details).toMatchObject({ expiresAt: null });
  });

  it('lists the keys of a client, and those that stand so, with their last use', async () => {
    const { client, tables } = stack.embedded;
    const yesterday = { now: () => new Date(Date.now() - 24 * 60 * 60_000) };
    const { record } = await keyOperator(stack.embedded, yesterday).issue({
      client: 'Short',
      scopes: ['locations-v3:export'],
      plan: 'standard',
      environment: 'test',
      expiresAt: new Date(Date.now() - 1_000).toISOString(),
    });
    const lastUsedAt = '2026-11-20T10:11:12.000Z';
    await keyUseWriter({ client, tableName: tables.apiKeyUse })(record.keyId, new Date(lastUsedAt), 5_000);
    const expired = await keys('list', '--client', 'Short', '--status', 'EXPIRED');
    expect(expired.stdout.split('\n')).toHaveLength(3);
    expect(expired.stdout).toMatch(
      new RegExp(`^${record.keyId} .* locations-v3:export .* EXPIRED .* 2026-11-20T10:11Z$`, 'm'),
    );
    expect(
      JSON.parse((await keys('list', '--client', 'Short', '--status', 'ACTIVE', '--json')).stdout),
    ).toEqual({
      keys: [],
      next: null,
    });
  });

  it('rotates, ends, revokes and shows a key with all that became of it', async () => {
    const { keyId, stdout: token } = await issue(
      '--client',
      'Changing client',
      '--sandbox',
      '--reason',
      'tries it',
    );
    const rotated = await keys('rotate', keyId, '--overlap', '12h', '--reason', 'every year');
    expect(rotated).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wp_test_\S+\n$/) });
    expect(rotated.stderr).toMatch(
      new RegExp(`shown only once.* The old one, ${keyId}, is valid until \\S+Z\\.`),
    );
    const successor = parseKeyToken(rotated.stdout.trim())?.keyId ?? '';
    expect(await keys('rotate', keyId)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(
        `was rotated before. ${successor} replaced it: \`waypost keys show ${successor}`,
      ),
    });
    expect((await keys('expire', successor, '--at', '2999-01-31')).stderr).toBe(
      `Key ${successor} of Changing client expires at 2999-01-31T00:00:00.000Z.\n`,
    );
    const revoked = await keys('revoke', successor, '--reason', 'leaked');
    expect(revoked).toMatchObject({ status: 0, stdout: '' });
    expect(revoked.stderr).toMatch(/is revoked\.\nThe gateway may let it through until \S+Z\. .*--now/);
    expect(await keys('revoke', successor)).toMatchObject({ status: 0 });
    expect(await keys('expire', successor, '--never')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the key is revoked, which is final'),
    });

    const shown = await keys('show', successor);
    expect(shown.stdout).toMatch(/^Status +REVOKED$/m);
    expect(shown.stdout).toMatch(new RegExp(`^Replaces +${keyId}$`, 'm'));
    const { trail, ...view } = JSON.parse((await keys('show', successor, '--json')).stdout);
    expect(view).toMatchObject({ status: 'REVOKED', sandbox: true, rotatedFrom: keyId, lastUsedAt: null });
    const by = `${userInfo().username}@${hostname()}`;
    expect(trail).toMatchObject([
      { action: 'ISSUED', by, reason: 'every year' },
      { action: 'EXPIRY_CHANGED', by },
      { action: 'REVOKED', by, reason: 'leaked' },
    ]);
    const audit = await keys('audit', '--client', 'Changing client', '--since', '1d');
    expect(audit.stdout.match(/ISSUED|ROTATED|EXPIRY_CHANGED|REVOKED/g)?.sort()).toEqual([
      'EXPIRY_CHANGED',
      'ISSUED',
      'ISSUED',
      'REVOKED',
      'ROTATED',
    ]);
    for (const { stdout } of [shown, audit]) {
      expect(stdout).not.toContain(token.trim());
      expect(stdout).not.toContain(digestOfKey(rotated.stdout.trim()).toString('hex'));
    }
  });
});
