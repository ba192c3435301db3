import { hostname, userInfo } from 'node:os';
import { Command } from 'commander';
import { afterAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { issueKey, rotateKey } from '../../../../infra/operator/keys/change.ts';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import type { OperatedStack } from '../../../../infra/operator/stack/operated-stack.ts';
import { keyLookup } from '../../../../shared/data-access/access/key-repository.ts';
import { trailEntry, writeWithTrail } from '../../../../shared/data-access/access/key-trail.ts';
import { keyUseWriter } from '../../../../shared/data-access/access/key-use.ts';
import { createKeyToken, digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { services } from '../../../../shared/domain/access/service.ts';
import { keyOperator, storedKey } from '../../../support/key-operator.ts';
import { startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stack = await startOperatorStack();
afterAll(() => stack.close());

const keys = (...args: string[]) => runWaypost(['keys', ...args, '--data-dir', stack.dataDirectory]);

const json = async (...args: string[]) => JSON.parse((await keys(...args, '--json')).stdout);

const reject = async (status: number, message: string, ...args: string[]) => {
  const stderr = expect.stringContaining(message);
  expect(await keys(...args)).toMatchObject({ status, stdout: '', stderr });
};

/** Opens the stack with other properties than those of a local one. */
const contextOn = async (properties: Partial<OperatedStack>) => {
  const local = await localStack(stack.dataDirectory);
  onTestFinished(local.close);
  return { json: false, program: new Command(), openStack: async () => ({ ...local, ...properties }) };
};

const allScopes = ['--scope', services.join(',')];

/** Issues a key, even to a client that already has one. The key has all scopes unless the arguments contain others. */
const issue = async (...args: string[]) => {
  const scopes = args.includes('--scope') ? [] : allScopes;
  const { status, stdout, stderr } = await keys('issue', '--same-client', ...scopes, ...args);
  const keyId = parseKeyToken(stdout.trim())?.keyId ?? '';
  const { client, tables } = stack.embedded;
  const record = await keyLookup({ client, tableName: tables.apiKeys }).find(keyId);
  return { status, stdout, stderr, keyId, record };
};

describe('waypost keys without keys', () => {
  test.for([['revoke'], ['audit', '--key']])('%s exits with 1 for an unknown ID', async (command) => {
    const list = `\`waypost keys list --data-dir ${stack.dataDirectory}\` lists the keys\n`;
    await reject(1, `waypost: no key has this id. ${list}`, ...command, '000000000000');
  });

  test.for([['revoke'], ['audit', '--key']])('%s does not print a key given as an ID', async (command) => {
    const { token, keyId } = createKeyToken('live', (size) => crypto.getRandomValues(new Uint8Array(size)));
    await reject(2, `this is the key itself, not its id. Its id is ${keyId}`, ...command, token);
    for (const given of [token, `${token}x`])
      expect((await keys(...command, given)).stderr).not.toContain(token.split('_')[3]);
  });
});

describe('waypost keys for browsers', () => {
  const [one, two] = ['https://www.example.com', 'https://shop.example.com:8443'];
  const issueBrowser = (...args: string[]) =>
    keys('issue', '--client', 'Shop site', '--same-client', '--browser', ...args);

  it('issues a sandbox key for websites and local pages, and shows its origins', async () => {
    const local = 'http://localhost:3000';
    const origins = ['--origin', one, two, '--origin', local];
    const { status, stdout, stderr } = await issueBrowser('--sandbox', ...origins);
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/^wp_web_\S+\n$/);
    const keyId = parseKeyToken(stdout.trim())?.keyId ?? '';
    const shown = await json('show', keyId);
    expect(shown).toMatchObject({
      scopes: ['locations-v3:search'],
      plan: 'browser',
      sandbox: true,
      origins: [one, two, local],
      trail: [{ action: 'ISSUED', details: { origins: [one, two, local] } }],
    });
    const rotated = await json('rotate', keyId, '--overlap', '0d');
    expect(rotated).toMatchObject({ key: expect.stringMatching(/^wp_web_/), origins: [one, two, local] });
  });

  it('issues a browser key for a year only on a stage with a firewall', async () => {
    expect(await issueBrowser('--origin', one)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('without a firewall, browser keys are only for tests. Add --sandbox'),
    });
    const context = await contextOn({ hasFirewall: true });
    const options = { client: 'With firewall', plan: 'standard', browser: true, origin: [one, one] } as const;
    const { text = '', data } = await issueKey(context, options);
    expect(text).toMatch(/^wp_web_/);
    expect(data).toMatchObject({ plan: 'browser', sandbox: false, origins: [one] });
  });

  it('changes the origins of a key, with an entry in the audit trail', async () => {
    const { stdout } = await issueBrowser('--sandbox', '--origin', one);
    const keyId = parseKeyToken(stdout.trim())?.keyId ?? '';
    const changed = await keys('origins', keyId, '--add', two, '--remove', one, '--reason', 'moved');
    expect(changed).toMatchObject({ status: 0, stdout: '' });
    expect(changed.stderr).toContain(
      `Key ${keyId} of Shop site works on ${two}. The gateway may apply the old`,
    );
    const { entries } = await json('audit', '--key', keyId);
    expect(entries[1]).toMatchObject({
      action: 'ORIGINS_CHANGED',
      reason: 'moved',
      details: { origins: [two], originsBefore: [one] },
    });
    await reject(1, 'at least one origin', 'origins', keyId, '--remove', two);
  });

  it('does not add origins to a secret key', async () => {
    const { keyId } = await issue('--client', 'Secret');
    const message = 'this is a secret key, which has no origins. Issue a browser key';
    await reject(1, message, 'origins', keyId, '--add', one);
  });

  it('issues no portal key on a local stack, because npm start issues it', () =>
    reject(1, '`npm start` issues', 'portal'));
});

describe('waypost keys issue', () => {
  it('issues a key for all services and prints only the key to standard output', async () => {
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
  });

  const daysUntil = (expiresAt = ''): number => (Date.parse(expiresAt) - Date.now()) / 86_400_000;

  test.for([
    [[], 365],
    [['--sandbox'], 90],
    [['--expires', '365d'], 365],
    [['--expires', '366d', '--reason', 'agreed'], 366],
    [['--expires', new Date(Date.now() + 30 * 86_400_000).toISOString()], 30],
  ] as const)('issues a key with %j that expires after %i days', async ([options, days]) => {
    const { record, stderr } = await issue('--client', 'x', ...options);
    expect(daysUntil(record?.expiresAt)).toBeCloseTo(days, 2);
    expect(stderr).toContain(`It expires at ${record?.expiresAt}`);
  });

  it('issues a key that never expires if a reason is given', async () => {
    const { record } = await issue('--client', 'x', '--expires', 'never', '--reason', 'in lockers');
    expect(record).toMatchObject({ client: 'x' });
    expect(record).not.toHaveProperty('expiresAt');
    await reject(2, 'needs a reason', 'rotate', record?.keyId ?? '');
    expect(await keys('rotate', record?.keyId ?? '', '--reason', 'in lockers')).toMatchObject({ status: 0 });
  });

  test.for([
    [['--expires', '366d'], 'a key that is valid for more than 365 days'],
    [['--sandbox', '--expires', '91d'], 'a sandbox key that is valid for more than 90 days'],
  ] as const)('rejects a longer validity without a reason: %j', async ([options, message]) => {
    const remedy = 'needs a reason. Give one with --reason';
    await reject(2, `${message} ${remedy}`, 'issue', '--client', 'Long', ...allScopes, ...options);
    expect((await keys('list', '--client', 'Long')).stdout).toBe('no keys\n');
  });

  it('issues or rotates a live key with the plan unlimited only if a reason is given', async () => {
    const context = await contextOn({ keyEnvironment: 'live' });
    const options = { client: 'Load test', scope: ['locations-v2'], plan: 'unlimited' } as const;
    const problem = 'a live key with the plan unlimited needs a reason';
    await expect(issueKey(context, options)).rejects.toThrow(problem);
    const { text } = await issueKey(context, { ...options, reason: 'before the release' });
    expect(text).toMatch(/^wp_live_/);
    const { keyId = '' } = parseKeyToken(text ?? '') ?? {};
    await expect(rotateKey(context, { keyId, overlap: 0 })).rejects.toThrow(problem);
    expect(await issue('--client', 'Test', '--plan', 'unlimited')).toMatchObject({ status: 0 });
  });

  it('issues another key to an existing client only with --same-client', async () => {
    const command = ['issue', '--client', "Ada's shop", ...allScopes];
    const first = await keys(...command);
    expect(first.status).toBe(0);
    await keys('revoke', parseKeyToken(first.stdout.trim())?.keyId ?? '');
    const second = await keys(...command);
    expect(second).toMatchObject({ status: 2, stdout: '' });
    expect(second.stderr).toMatch(/a client with this name already has keys.* use --same-client/s);
    expect((await json('list', '--client', "Ada's shop")).keys).toHaveLength(1);
    expect(await keys(...command, '--same-client')).toMatchObject({ status: 0 });
    expect(await keys('issue', '--client', 'Another shop', ...allScopes)).toMatchObject({ status: 0 });
  });

  test.for([
    [['--scope', 'locations-v2, locations-v3:search']],
    [['--scope', 'locations-v2', '--scope', 'locations-v3:search']],
  ])('accepts scopes as a list or as separate arguments: %j', async ([scopes = []]) => {
    const { record } = await issue('--client', 'x', ...scopes);
    expect(record?.scopes).toEqual(['locations-v2', 'locations-v3:search']);
  });
});

describe('waypost keys list', () => {
  it('lists keys without secrets', async () => {
    const { stdout: token, keyId, record } = await issue('--client', 'Listed client');
    const table = await keys('list');
    expect(table.status).toBe(0);
    expect(table.stdout).toMatch(/^KEY ID +CLIENT +SCOPES +PLAN +STATUS +CREATED +EXPIRES +LAST USED\n/);
    expect(table.stdout).toMatch(
      new RegExp(`^${keyId}  Listed client +.* standard +ACTIVE +\\S+ +\\S+Z +never$`, 'm'),
    );
    const list = await json('list');
    const unused = { revokedAt: null, firstUsedAt: null, lastUsedAt: null };
    expect(list.keys).toContainEqual({
      keyId,
      client: 'Listed client',
      scopes: ['bill-management', 'locations-v2', 'locations-v3'],
      plan: 'standard',
      sandbox: false,
      origins: null,
      status: 'ACTIVE',
      createdAt: record?.createdAt,
      expiresAt: record?.expiresAt,
      ...unused,
      rotatedFrom: null,
      rotatedTo: null,
    });
    for (const text of [table.stdout, JSON.stringify(list)]) {
      expect(text).not.toContain(token.trim());
      expect(text).not.toContain(record?.digest);
    }
  });

  it('lists keys that expire soon', async () => {
    const { keyId } = await issue('--client', 'Ending', '--expires', '20d');
    const revoked = await issue('--client', 'Ending', '--expires', '20d');
    await keys('revoke', revoked.keyId);
    await issue('--client', 'Ending', '--expires', '40d');
    const idsUntil = async (until: string) =>
      (await json('list', '--client', 'Ending', '--ending', until)).keys.map(
        (key: { keyId: string }) => key.keyId,
      );
    expect(await idsUntil('30d')).toEqual([keyId]);
    expect(await idsUntil('10d')).toEqual([]);
  });

  it('continues at a cursor even if the cursor’s key is no longer listed', async () => {
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) {
      const { keyId, key } = await json('issue', '--client', 'Paged', '--same-client', ...allScopes);
      expect(parseKeyToken(key)?.keyId).toBe(keyId);
      ids.push(keyId);
    }
    const pageAfter = (...cursor: string[]) =>
      json('list', '--client', 'Paged', '--status', 'active', '--limit', '1', ...cursor);
    const found: string[] = [];
    for (let page = await pageAfter(); ; page = await pageAfter('--cursor', page.next)) {
      found.push(page.keys[0].keyId);
      if (page.next === null) break;
      await keys('revoke', page.keys[0].keyId);
    }
    expect(found).toEqual(ids);
    const audit = await keys('audit', '--limit', '1');
    expect(audit.stdout).toMatch(/\n\d+ more; to continue: --cursor \S+\n$/);
    const auditCursor = /--cursor (\S+)/.exec(audit.stdout)?.[1] ?? '';
    for (const cursor of ['x', auditCursor])
      await reject(2, 'the cursor does not', 'list', '--cursor', cursor);
  });

  it('filters keys by client and status, and shows their last use', async () => {
    const { client, tables } = stack.embedded;
    const yesterday = { now: () => new Date(Date.now() - 24 * 60 * 60_000) };
    const { record } = await keyOperator(stack.embedded, yesterday).issue({
      client: 'Short',
      scopes: ['locations-v3:export'],
      expiresAt: new Date(Date.now() - 1_000).toISOString(),
    });
    const lastUsedAt = new Date('2026-11-20T10:11:12Z');
    await keyUseWriter({ client, tableName: tables.apiKeyUse })(record.keyId, lastUsedAt, 5_000);
    const { stdout } = await keys('list', '--client', 'Short', '--status', 'EXPIRED');
    expect(stdout).toMatch(
      new RegExp(`^.*\n${record.keyId} .* locations-v3:export .* EXPIRED .* 2026-11-20T10:11Z\n$`),
    );
    expect(await json('list', '--client', 'Short', '--status', 'ACTIVE')).toEqual({ keys: [], next: null });
  });

  const printing = [['list', '--status', 'active'], ['show', 'odd'], ['audit'], ['audit', '--json']];
  test.for(printing)('escapes terminal control characters: %j', async (command) => {
    const { client, tables } = stack.embedded;
    const odd = storedKey('odd', { client: 'Shop\u202epohS', plan: 'standard' });
    const event = trailEntry(odd, { action: 'ISSUED', at: new Date() }, { by: 'ada' });
    const puts = [{ Put: { TableName: tables.apiKeys, Item: odd } }];
    await writeWithTrail({ client, tables }, puts, [{ ...event, reason: 'why\u001b[2J' }]);
    const { stdout } = await keys(...command);
    expect(stdout).toContain('Shop\\u202epohS');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('waypost keys rotate, expire, revoke and show', () => {
  it('changes a key and shows its audit trail', async () => {
    const issued = ['--client', 'Changing client', '--sandbox', '--expires', 'never'];
    const { keyId, stdout: token } = await issue(...issued, '--reason', 'tries it');
    const rotated = await keys('rotate', keyId, '--overlap', '12h', '--reason', 'every year');
    expect(rotated).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wp_test_\S+\n$/) });
    expect(rotated.stderr).toMatch(
      new RegExp(`shown only once.* The old key, ${keyId}, is valid until \\S+Z\\.`),
    );
    const successor = parseKeyToken(rotated.stdout.trim())?.keyId ?? '';
    expect(await keys('rotate', keyId)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        `was already rotated. Its successor is ${successor}: \`waypost keys show ${successor} .*If the successor was not shown, replace it: \`waypost keys rotate ${successor} --overlap 0d `,
      ),
    });
    const later = ['expire', successor, '--at', '2999-01-31'];
    await reject(2, 'a sandbox key that is valid for more than 90 days needs a reason', ...later);
    expect((await keys(...later, '--reason', 'agreed')).stderr).toBe(
      `Key ${successor} of Changing client expires at 2999-01-31T00:00:00.000Z.\n`,
    );
    const revoked = await keys('revoke', successor, '--reason', 'leaked');
    expect(revoked).toMatchObject({ status: 0, stdout: '' });
    expect(revoked.stderr).toMatch(/is revoked\.\nThe gateway may accept it until \S+Z\. .*--now/);
    await reject(1, 'the key is revoked permanently', 'expire', successor, '--never');

    const shown = await keys('show', successor);
    expect(shown.stdout).toMatch(/^status +REVOKED$/m);
    expect(shown.stdout).toMatch(new RegExp(`^rotated from +${keyId}$`, 'm'));
    const { trail, ...view } = await json('show', successor);
    expect(view).toMatchObject({ status: 'REVOKED', sandbox: true, rotatedFrom: keyId, lastUsedAt: null });
    const by = `${userInfo().username}@${hostname()}`;
    expect(trail).toMatchObject([
      { action: 'ISSUED', by, reason: 'every year', details: { expiresAt: null } },
      { action: 'EXPIRY_CHANGED', by },
      { action: 'REVOKED', by, reason: 'leaked' },
    ]);
    expect(await keys('revoke', successor)).toEqual({
      status: 0,
      stdout: '',
      stderr: `Key ${successor} of Changing client was revoked at ${view.revokedAt}.\n`,
    });
    const audit = await keys('audit', '--client', 'Changing client', '--since', '1d');
    const actions = audit.stdout.match(/ISSUED|ROTATED|EXPIRY_CHANGED|REVOKED/g)?.sort();
    expect(actions).toEqual(['EXPIRY_CHANGED', 'ISSUED', 'ISSUED', 'REVOKED', 'ROTATED']);
    for (const { stdout } of [shown, audit]) {
      expect(stdout).not.toContain(token.trim());
      expect(stdout).not.toContain(digestOfKey(rotated.stdout.trim()).toString('hex'));
    }
  });

  it('prints the changed key as JSON', async () => {
    const { keyId } = await issue('--client', 'As JSON', '--expires', '9d');
    await reject(2, 'needs a reason', 'expire', keyId, '--never');
    const never = await json('expire', keyId, '--never', '--reason', 'agreed');
    expect(never).toMatchObject({ keyId, expiresAt: null });
    await reject(2, 'needs a reason', 'rotate', keyId, '--expires', '366d');
    const { keyId: successor, key, old } = await json('rotate', keyId, '--reason', 'agreed');
    expect({ successor, old }).toMatchObject({ successor: parseKeyToken(key)?.keyId, old: { keyId } });
    expect(await json('revoke', successor)).toMatchObject({ keyId: successor, status: 'REVOKED' });
  });

  it('prints how long the old key may still be accepted after an immediate rotation', async () => {
    const { keyId } = await issue('--client', 'x');
    const { stderr } = await keys('rotate', keyId, '--overlap', '0d');
    expect(stderr).toMatch(
      new RegExp(`may accept the old one until \\S+Z\\. .*\`waypost keys revoke ${keyId} .*--now`),
    );
    await reject(1, 'was already rotated', 'expire', keyId, '--never');
  });
});
