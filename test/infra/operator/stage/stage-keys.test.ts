import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localStack } from '../../../../infra/operator/stack/local-stack.ts';
import { readObject } from '../../../../shared/data-access/objects/bucket.ts';
import { usageIdentifierOf } from '../../../../shared/domain/access/api-key.ts';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { portalKey } from '../../../../shared/domain/access/portal-key.ts';
import { startFaultProxy } from '../../../support/faults/fault-proxy.ts';
import { keyOperator, storedKey } from '../../../support/key-operator.ts';
import { callerArn, planOfOtherStage, startDeployedStage } from '../../../support/stack/deployed-stage.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';

const stage = await startDeployedStage();
afterAll(() => stage.close());
const clearGateway = () => {
  stage.account.gatewayKeys.length = 0;
  stage.account.planKeys.clear();
};

const waypost = (...args: readonly string[]) =>
  runWaypost([...args, '--stage', 'dev'], { environment: stage.environment });
const keys = (...args: readonly string[]) => waypost('keys', ...args);
/** Runs a command while API Gateway denies access to its clients. */
const whileDenied = async (run: () => ReturnType<typeof keys>) => {
  stage.account.meanwhile = async () => {
    stage.account.refusal = { code: 'AccessDeniedException', message: 'not authorized' };
  };
  const ended = await run();
  Object.assign(stage.account, { meanwhile: undefined, refusal: undefined });
  return ended;
};
const issueKey = (client: string, plan = 'partner') =>
  keys('issue', '--client', client, '--same-client', '--scope', 'locations-v2', '--plan', plan);
const issue = async (client: string) => {
  const { stdout } = await issueKey(client);
  return parseKeyToken(stdout.trim())?.keyId ?? '';
};
const gatewayKeyOf = (client: string) => {
  const identifier = usageIdentifierOf({ client, plan: 'partner' });
  return stage.account.gatewayKeys.find(({ value }) => value === identifier);
};
const twoHoursOld = () => Date.now() / 1_000 - 7_200;

/** Creates an old API Gateway key in the plan `partner` for a client that has no valid key. */
const createStaleClient = async (client: string) => {
  const keyId = await issue(client);
  await keyOperator(stage.stack.embedded).revoke(keyId);
  const gatewayKey = gatewayKeyOf(client) ?? expect.fail();
  return Object.assign(gatewayKey, { createdDate: twoHoursOld() });
};

const problemsIn = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/ {2,}/g, ' | '));

describe('keys sync of a deployed stage', () => {
  it('reports no differences after keys are issued, and ignores unrelated gateway keys', async () => {
    await issue('Shop');
    await issue('Site');
    await issue('Gone');
    stage.account.gatewayKeys.push({ id: 'other', name: 'theirs', value: 'x'.repeat(30), description: '' });
    const { status, stdout, stderr } = await keys('sync', '--check');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('The gateway knows every client that has a valid key, and no other.\n');
  });

  it('reports differences and changes nothing with --check', async () => {
    const { gatewayKeys, planKeys } = stage.account;
    const [shop, site, gone] = ['Shop', 'Site', 'Gone'].map(gatewayKeyOf);
    // Manual changes: one gateway key is deleted, one is disabled and moved, and one no longer has a valid key.
    gatewayKeys.splice(gatewayKeys.indexOf(shop ?? expect.fail()), 1);
    Object.assign(site ?? {}, { enabled: false });
    planKeys.set('plan-partner', [gone?.id ?? '']);
    planKeys.set('plan-unlimited', [site?.id ?? '']);
    Object.assign(gone ?? {}, { createdDate: twoHoursOld() });
    const list: unknown = JSON.parse((await keys('list', '--json')).stdout);
    expect(list).toMatchObject({ keys: [{}, {}, {}], next: null });
    const keyId = /^(\S+) +Gone /m.exec((await keys('list')).stdout)?.[1] ?? '';
    // Revoking a client's last key removes the client from the gateway.
    await keys('revoke', keyId);
    expect(gatewayKeyOf('Gone')).toBeUndefined();

    const before = structuredClone({ gatewayKeys, planKeys });
    const { status, stdout, stderr } = await keys('sync', '--check');
    expect(status).toBe(1);
    expect(problemsIn(stdout)).toEqual([
      'Site | unlimited | is in the wrong usage plan',
      'Shop | partner | has keys, but is unknown to the gateway, which rejects all of them',
      'Site | partner | is disabled in the gateway, which rejects all its keys',
      'Site | partner | is in no usage plan of the stage, so the gateway rejects all its keys',
    ]);
    expect(stderr).toBe('These 4 differences are not fixed. To fix: `waypost keys sync --stage dev`\n');
    expect({ gatewayKeys, planKeys }).toEqual(before);
  });

  it('fixes the differences', async () => {
    const fixed = expect.stringContaining('Fixed 4 of 4: Site, partner.\n');
    expect(await keys('sync')).toMatchObject({ status: 0, stderr: fixed });
    expect(gatewayKeyOf('Gone')).toBeUndefined();
    expect(gatewayKeyOf('Site')?.enabled).toBe(true);
    const [shop, site] = ['Shop', 'Site'].map((client) => gatewayKeyOf(client)?.id);
    expect(stage.account.planKeys.get('plan-partner')?.toSorted()).toEqual([shop, site].toSorted());
    expect(stage.account.planKeys.get('plan-unlimited')).toEqual([]);
    expect(stage.account.gatewayKeys.some(({ id }) => id === 'other')).toBe(true);
    expect(await keys('sync', '--check')).toMatchObject({ status: 0 });
  });

  it('is part of a restore of keys, whose clients an empty gateway does not know', async () => {
    const { client, tables } = stage.stack.embedded;
    const Item = storedKey('restored', { client: 'Restored' });
    // This table has the same key as a restored keys table.
    await client.send(new PutCommand({ TableName: tables.apiKeyUse, Item }));
    clearGateway();
    const restore = (...args: string[]) =>
      waypost('restore', 'keys', '--from-table', tables.apiKeyUse, ...args);
    expect(await restore('--dry-run')).toMatchObject({ status: 0 });
    expect(stage.account.gatewayKeys).toEqual([]);
    expect(await whileDenied(restore)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/copied/),
      stderr: expect.stringContaining('the keys are restored, but not added to API Gateway (repeat `'),
    });
    const stderr = expect.stringContaining(': Restored, partner.\n');
    expect(await restore()).toMatchObject({ status: 0, stderr });
    expect(gatewayKeyOf('Restored')).toBeDefined();
    expect(await keys('sync', '--check')).toMatchObject({ status: 0 });
  });

  it('keeps a gateway key that another stage uses', async () => {
    const { id } = await createStaleClient('Shared');
    stage.account.planKeys.set(planOfOtherStage, [id]);
    expect(await keys('sync')).toMatchObject({ status: 0, stderr: 'Fixed 1 of 1: Shared, partner.\n' });
    expect(stage.account.planKeys.get('plan-partner')).not.toContain(id);
    expect(gatewayKeyOf('Shared')?.id).toBe(id);
  });

  it('keeps a client to which an unreadable key may belong', async () => {
    const { id } = await createStaleClient('Unsure');
    const { client, tables } = stage.stack.embedded;
    const newer = { keyId: 'of-a-newer-release', client: 'Unsure', plan: 'partner', status: 'PAUSED' };
    await client.send(new PutCommand({ TableName: tables.apiKeys, Item: newer }));

    const { status, stderr } = await keys('sync');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'Skipped 1 of 1: Unsure, partner: one of the unreadable keys may belong to it.\n1 key in the table cannot be read',
    );
    expect(stderr).not.toContain('PAUSED');
    expect(stage.account.planKeys.get('plan-partner')).toContain(id);

    await client.send(new DeleteCommand({ TableName: tables.apiKeys, Key: { keyId: newer.keyId } }));
    expect(await keys('sync')).toMatchObject({ status: 0, stderr: 'Fixed 1 of 1: Unsure, partner.\n' });
    expect(gatewayKeyOf('Unsure')).toBeUndefined();
  });

  it('keeps a client that gets a key while the command is running', async () => {
    await createStaleClient('Going');
    const { id } = await createStaleClient('Returning');
    stage.account.meanwhile = async (operation) => {
      if (!operation.startsWith('DELETE /apikeys')) return;
      await keyOperator(stage.stack.embedded).issue({ client: 'Returning' });
    };
    const ended = await keys('sync');
    stage.account.meanwhile = undefined;
    const skipped = 'Skipped 2 of 2: Returning, partner: the client now has a valid key.\n';
    expect(ended).toMatchObject({ status: 0, stderr: `Fixed 1 of 2: Going, partner.\n${skipped}` });
    expect(stage.account.planKeys.get('plan-partner')).toContain(id);
  });

  it('adds a client again that gets a key during its removal', async () => {
    await createStaleClient('Back');
    stage.account.meanwhile = async (operation) => {
      if (!operation.startsWith('DELETE /apikeys')) return;
      await keyOperator(stage.stack.embedded).issue({ client: 'Back' });
    };
    const ended = await keys('sync');
    stage.account.meanwhile = undefined;
    expect(ended).toMatchObject({ status: 0, stderr: 'Fixed 1 of 1: Back, partner.\n' });
    expect(stage.account.planKeys.get('plan-partner')).toContain(gatewayKeyOf('Back')?.id);
  });

  it('fails if a key is added to another plan while the command is running, and succeeds when run again', async () => {
    await issue('Odd');
    const { id } = gatewayKeyOf('Odd') ?? expect.fail();
    const { planKeys } = stage.account;
    const others = (planKeys.get('plan-partner') ?? []).filter((each) => each !== id);
    planKeys.set('plan-partner', others);
    stage.account.meanwhile = async (operation) => {
      // Another operator adds the key to another plan of the stage after the check.
      if (operation === 'POST /usageplans/plan-partner/keys') planKeys.set('plan-unlimited', [id]);
    };
    const { status, stderr } = await keys('sync');
    stage.account.meanwhile = undefined;
    expect(status).toBe(1);
    expect(stderr).toContain('failed: Usage Plan Key already exists');
    expect(planKeys.get('plan-partner')).toEqual(others);
    expect(await keys('sync')).toMatchObject({ status: 0 });
    expect(planKeys.get('plan-partner')).toContain(id);
  });
});

const evicted = 'The gateway has evicted all cached keys, so it now rejects the key.\n';

describe('keys of a deployed stage', () => {
  beforeAll(clearGateway);

  it('adds a client to each of its plans once for all its keys', async () => {
    const identifier = usageIdentifierOf({ client: 'Parcel partner', plan: 'partner' });
    const first = await issueKey('Parcel partner');
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wp_test_\S+\n$/) });
    expect(await issueKey('Parcel partner')).toMatchObject({ status: 0 });
    const { gatewayKeys, planKeys } = stage.account;
    const description = 'Waypost: Parcel partner';
    expect(gatewayKeys).toMatchObject([{ name: identifier, value: identifier, description, enabled: true }]);
    expect([...planKeys]).toEqual([['plan-partner', ['key-1']]]);
    expect(await issueKey('Parcel partner', 'standard')).toMatchObject({ status: 0 });
    expect(planKeys.get('plan-standard')).toEqual(['key-2']);
  });

  it('reuses a gateway key that was renamed manually', async () => {
    const value = usageIdentifierOf({ client: 'Odd', plan: 'partner' });
    stage.account.gatewayKeys.push({ id: 'odd', name: 'by-hand', value, description: '' });
    expect(await issueKey('Odd')).toMatchObject({ status: 0 });
    expect(stage.account.planKeys.get('plan-partner')).toContain('odd');
  });

  /** Runs a command during which another one removes all clients, after the first command has read them. */
  const whileRemoved = async (run: () => ReturnType<typeof keys>) => {
    stage.account.meanwhile = async (operation) => {
      if (operation !== 'GET /apikeys') return;
      stage.account.meanwhile = undefined;
      setImmediate(clearGateway);
    };
    return run();
  };

  it('adds a client again that another command removes while its key is stored', async () => {
    const keyId = await issue('Raced');
    const inUse = () => stage.account.planKeys.get('plan-partner')?.includes(gatewayKeyOf('Raced')?.id ?? '');
    const changes = [
      () => issueKey('Raced'),
      () => keys('expire', keyId, '--at', new Date(Date.now() + 86_400_000).toISOString()),
      () => keys('rotate', keyId),
    ];
    for (const change of changes) {
      expect(await whileRemoved(change)).toMatchObject({ status: 0 });
      expect(inUse()).toBe(true);
    }
    await keys('portal');
    expect(await whileRemoved(() => keys('portal'))).toMatchObject({ status: 0 });
    expect(stage.account.planKeys.get('plan-browser')).toHaveLength(1);
  });

  it('shows a key even if its client cannot be added again', async () => {
    await issue('Shown');
    stage.account.meanwhile = async (operation) => {
      // Denies access from the next request on, which is the first one after the key was stored.
      if (operation === 'GET /apikeys')
        stage.account.refusal = { code: 'AccessDeniedException', message: 'not authorized' };
    };
    const ended = await issueKey('Shown');
    Object.assign(stage.account, { meanwhile: undefined, refusal: undefined });
    const stderr = expect.stringMatching(
      /^The key is stored, but .*not authorized.* To fix: waypost keys sync --stage dev$/m,
    );
    expect(ended).toMatchObject({ status: 0, stdout: expect.stringMatching(/^wp_test_/), stderr });
  });

  it('issues no key if the gateway does not accept its client', async () => {
    expect(await whileDenied(() => issueKey('Denied'))).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('reconciling the clients of API Gateway was denied: not authorized.'),
    });
    expect((await keys('list')).stdout).not.toContain('Denied');
  });

  it('prints how long a revoked key may be accepted, flushes the cache with --now, and records the caller (A13)', async () => {
    const keyId = await issue('Passing');
    const later = await keys('revoke', keyId);
    expect(later).toMatchObject({ status: 0, stdout: '' });
    const until = Date.parse(/ until (\S+Z)\. /.exec(later.stderr)?.[1] ?? '') - Date.now();
    expect(until).toBeGreaterThan(30_000);
    expect(until).toBeLessThanOrEqual(60_000);
    expect(stage.account.flushed).toEqual([]);
    const stderr = expect.stringContaining(evicted);
    expect(await keys('revoke', keyId, '--now')).toMatchObject({ status: 0, stdout: '', stderr });
    // The cache is flushed again when no earlier response can still be in flight.
    expect(stage.account.flushed).toEqual(['abc123/stages/dev', 'abc123/stages/dev']);
    const flushedAt = Date.now();
    const again = await keys('revoke', keyId, '--now');
    const [, revokedAt = ''] = /^Key \S+ of Passing was revoked at (\S+Z)\.\n/.exec(again.stderr) ?? [];
    expect(again).toEqual({
      status: 0,
      stdout: '',
      stderr: `Key ${keyId} of Passing was revoked at ${revokedAt}.\n${evicted}`,
    });
    expect(stage.account.flushed).toHaveLength(3);
    expect(flushedAt - Date.parse(revokedAt)).toBeGreaterThan(10_000);
    // A failed change to a revoked key must not add its client again.
    stage.account.gatewayKeys.pop();
    const known = stage.account.gatewayKeys.length;
    expect(await keys('rotate', keyId)).toMatchObject({ status: 1 });
    expect(await keys('expire', keyId, '--never', '--reason', 'none')).toMatchObject({ status: 1 });
    expect(stage.account.gatewayKeys).toHaveLength(known);
    const audit = await keys('audit', '--key', keyId, '--json');
    expect(JSON.parse(audit.stdout).entries).toMatchObject([
      { action: 'ISSUED', by: callerArn },
      { action: 'REVOKED', by: callerArn },
    ]);
    expect((await keys('list')).stdout).toMatch(new RegExp(`^${keyId} .*REVOKED`, 'm'));
  });
});

describe('browser keys of a deployed stage', () => {
  beforeAll(clearGateway);

  it('can only be sandbox keys if there is no firewall, and have their own plan in the gateway', async () => {
    const origin = ['--origin', 'https://www.example.com'];
    const browser = ['issue', '--client', 'Web site', '--browser', ...origin];
    expect(await keys(...browser)).toMatchObject({ status: 2, stderr: expect.stringContaining('firewall') });
    expect(stage.account.gatewayKeys).toEqual([]);
    expect(await keys(...browser, '--sandbox')).toMatchObject({ status: 0 });
    const [gatewayKey] = stage.account.gatewayKeys;
    expect(gatewayKey?.value).toBe(usageIdentifierOf({ client: 'Web site', plan: 'browser' }));
    expect(stage.account.planKeys.get('plan-browser')).toEqual([gatewayKey?.id]);
    await issue('Web site');
    expect(stage.account.gatewayKeys).toHaveLength(2);
  });

  const servedKey = async (): Promise<string> => {
    const { published, close } = await localStack(stage.stack.dataDirectory);
    const reading = await readObject(published, 'public/key.json');
    close();
    if (reading.kind !== 'found') throw new Error('no key is stored');
    return portalKey.parse(JSON.parse(Buffer.from(reading.bytes).toString())).browserKey;
  };
  const show = async (keyId: string) => JSON.parse((await keys('show', keyId, '--json')).stdout);

  it("include the portal's key, which never expires, works only on the portal's address and is served immediately", async () => {
    const { status, stdout, stderr } = await keys('portal');
    expect(`${status} ${stdout}`, stderr).toBe('0 https://portal.example.org/key.json\n');
    const { keyId = '', environment } = parseKeyToken(await servedKey()) ?? {};
    expect(environment).toBe('web');
    expect(stderr).toContain(keyId);
    expect(await show(keyId)).toMatchObject({
      client: 'Waypost portal',
      origins: ['https://portal.example.org'],
      sandbox: true,
      expiresAt: null,
      trail: [{ reason: 'for the locator of the portal' }],
    });
    expect((await keys('list')).stdout).toMatch(new RegExp(`^${keyId} .* never `, 'm'));
  });

  it("include the portal's key, whose predecessor is revoked only after the new key has been stored", async () => {
    const { keyId: first = '' } = parseKeyToken(await servedKey()) ?? {};
    const { status, stdout } = await keys('portal', '--json', '--reason', 'a new address');
    const { keyId: second = '', key, revoked } = JSON.parse(stdout);
    expect({ status, revoked }).toEqual({ status: 0, revoked: [first] });
    expect((await servedKey()) === key).toBe(true);
    expect(await show(first)).toMatchObject({
      status: 'REVOKED',
      trail: [{}, { action: 'REVOKED', reason: `replaced by ${second}` }],
    });
    const unreachable = { ...stage.environment, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' };
    const failed = await runWaypost(['keys', 'portal', '--stage', 'dev'], { environment: unreachable });
    expect(failed.status).toBe(1);
    expect((await servedKey()) === key).toBe(true);
    expect(await show(second)).toMatchObject({ status: 'ACTIVE' });
    // The failed write may still have taken effect, so the new key may be in use. Only the next run revokes it.
    const activeKeys = async (): Promise<{ keyId: string }[]> =>
      JSON.parse((await keys('list', '--client', 'Waypost portal', '--status', 'ACTIVE', '--json')).stdout)
        .keys;
    expect(await activeKeys()).toHaveLength(2);
    const repeated = JSON.parse((await keys('portal', '--json')).stdout);
    expect(repeated.revoked).toContain(second);
    expect(repeated.revoked).toHaveLength(2);
    expect(await activeKeys()).toMatchObject([{ keyId: repeated.keyId }]);
    expect((await servedKey()) === repeated.key).toBe(true);
  });

  it("are not revoked if another command has replaced the portal's new key in the meantime", async () => {
    const { keyId = '' } = parseKeyToken(await servedKey()) ?? {};
    await using proxy = await startFaultProxy(stage.environment.AWS_ENDPOINT_URL_S3 ?? '');
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ browserKey: 'wp_web_other' });
    proxy.inject(
      { kind: 'answer', status: 200, headers, body },
      { when: ({ operation }) => operation === 'GetObject' },
    );
    const environment = { ...stage.environment, AWS_ENDPOINT_URL_S3: proxy.endpoint };
    const overtaken = await runWaypost(['keys', 'portal', '--stage', 'dev'], { environment });
    const stderr = expect.stringContaining('was replaced by another command');
    expect(overtaken).toMatchObject({ status: 1, stderr });
    expect(await show(keyId)).toMatchObject({ status: 'ACTIVE' });
  });
});
