import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { localStack } from '../../infra/operator/stack/local-stack.ts';
import type { KeyRequest } from '../../shared/data-access/access/key-request.ts';
import { keyOperator } from '../support/key-operator.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import { openStackStores } from '../support/stack/stack-stores.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { issueKey, sharedStack } from './running-stack.ts';

const { url, dataDirectory } = sharedStack;

const keys = (...args: readonly string[]) => runWaypost(['keys', ...args, '--data-dir', dataDirectory]);

const issue = (request: Partial<KeyRequest> = {}) => issueKey(dataDirectory, request);

/** Opens the stack's keys directly, because the command line takes up to a second to start. */
const operatorsKeys = async () => {
  const { database, tables, close } = await localStack(dataDirectory);
  onTestFinished(close);
  return keyOperator({ client: database, tables });
};

const statusOf = async (key: string, path: string): Promise<number> => {
  const { status } = await httpTarget(url, key).send({ path });
  return status;
};

const paths = {
  v2: '/locations/v2/services',
  v3: '/locations/v3/operational-capabilities',
  billing: '/bill-management-api/v1/biller-metadata/bill-types',
};

describe('keys of a running stack', () => {
  it('get a list of ignored parameters, but only if they are sandbox keys', async () => {
    const path = '/locations/v3/workcentres?lat=-37.8&lon=145&raduis=5&%C3%A9%0D%0A=1';
    const sent = async (key: string) =>
      (await httpTarget(url, key).send({ path })).headers['waypost-ignored'];
    expect(await sent(await issue({ sandbox: true }))).toBe('raduis, %C3%A9%0D%0A');
    expect(await sent(await issue())).toBeUndefined();
  });

  it('work for all services as soon as they are issued, on ten paths in a row (A18)', async () => {
    const key = await issue();
    const inTurn = Object.values(paths);
    for (let sent = 0; sent < 10; sent++) expect(await statusOf(key, inTurn[sent % 3] ?? '')).toBe(200);
  });

  type AllowedScopes = Record<'open' | 'closed' | 'unknown', string[]> & Pick<KeyRequest, 'scopes'>;
  const [exports, enquiries] = ['/locations/v3/export/workcentres', '/bill-management-api/v1/enquiries'];
  it.each<AllowedScopes>([
    {
      scopes: ['locations-v2', 'locations-v3'],
      open: [paths.v2, paths.v3],
      closed: [paths.billing, enquiries],
      unknown: ['/locations/v9'],
    },
    {
      scopes: ['bill-management:billers', 'locations-v3:search'],
      open: [paths.billing, paths.v3],
      // A policy cannot distinguish the last two paths from those of an operation.
      closed: [paths.v2, exports, enquiries, '/locations/v2/services/1/2', '/locations/v2/points/postcode'],
      unknown: ['/locations/v3/export', '/bill-management-api/v1/nothing', '/locations/v2/points', '/nope'],
    },
  ])('allow only the operations of their scopes $scopes (A17, D26, F15)', async ({ scopes, ...expected }) => {
    const target = httpTarget(url, await issue({ scopes }));
    const send = (path: string) =>
      target.send({ path, ...(path === enquiries && { method: 'POST', body: '{}' }) });
    for (const path of expected.open) {
      expect((await send(path)).status, path).toBe(200);
      expect((await target.send({ path, method: 'PUT' })).status, path).toBe(405);
    }
    for (const path of expected.unknown) expect((await send(path)).status, path).toBe(404);
    for (const path of expected.closed) {
      const { status, body } = await send(path);
      expect(status, path).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ errors: [{ code: 'FORBIDDEN' }] });
    }
  });

  it('log changes to their audit trail entries in functions.log', async () => {
    using stores = await openStackStores(dataDirectory);
    const { keyId } = (await (await operatorsKeys()).issue()).record;
    const trail = { TableName: stores.tables.apiKeyEvents };
    const { Items: [entry] = [] } = await stores.documents.send(
      new QueryCommand({
        ...trail,
        KeyConditionExpression: 'keyId = :keyId',
        ExpressionAttributeValues: { ':keyId': keyId },
      }),
    );
    const replaced = { ...entry, by: 'somebody else' };
    await stores.documents.send(
      new TransactWriteCommand({ TransactItems: [{ Put: { ...trail, Item: replaced } }] }),
    );
    const changes = async () =>
      (await readFile(dataFilesIn(dataDirectory).functionsLog, 'utf8'))
        .split('\n')
        .filter((line) => line.includes('an entry in the key audit trail was changed'))
        .map((line) => JSON.parse(line))
        .filter(({ before }) => before.keyId.S === keyId);
    await expect
      .poll(changes, { timeout: 20_000 })
      .toMatchObject([
        { change: 'MODIFY', before: { by: { S: 'operator@test' } }, after: { by: { S: 'somebody else' } } },
      ]);
  });

  it('are rejected one second after they are revoked (A13)', async () => {
    const { issue, revoke } = await operatorsKeys();
    const { token, record } = await issue({ environment: 'test' });
    expect(await statusOf(token, paths.v2)).toBe(200);
    await revoke(record.keyId);
    await delay(1_000);
    expect(await statusOf(token, paths.v2)).toBe(401);
  });

  it('are rejected immediately after the gateway evicts them (A13)', async () => {
    const options = ['--client', 'A partner', '--same-client', '--plan', 'unlimited'];
    const key = (await keys('issue', ...options, '--scope', 'locations-v2')).stdout.trim();
    const [, , keyId = ''] = key.split('_');
    expect(await statusOf(key, paths.v2)).toBe(200);
    expect(await keys('revoke', keyId, '--now')).toMatchObject({ status: 0 });
    expect(await statusOf(key, paths.v2)).toBe(401);
    expect((await keys('list')).stdout).toMatch(new RegExp(`${keyId}.*REVOKED`));
  });

  it('are both accepted during a rotation, after which only the new key is accepted (A15, A16)', async () => {
    const { issue, rotate } = await operatorsKeys();
    const { token, record } = await issue({ environment: 'test' });
    const overlap = 5_000;
    const successor = await rotate(record.keyId, overlap);
    const end = Date.parse(successor.record.createdAt) + overlap;
    const statuses = async () => [await statusOf(token, paths.v2), await statusOf(successor.token, paths.v2)];
    expect(await statuses()).toEqual([200, 200]);
    await delay(end - Date.now());
    await expect.poll(statuses).toEqual([401, 200]);
  });

  it('have their last use recorded', async () => {
    const key = await issue();
    const [, , keyId = ''] = key.split('_');
    const began = new Date().toISOString();
    expect(await statusOf(key, paths.v2)).toBe(200);
    const lastUsedAt = async () => JSON.parse((await keys('show', keyId, '--json')).stdout).lastUsedAt ?? '';
    if ((await lastUsedAt()) < began) {
      // If the table was too slow in an earlier test, recording of key use pauses for a minute.
      await delay(61_000);
      expect(await statusOf(key, paths.v2)).toBe(200);
    }
    expect((await lastUsedAt()) >= began).toBe(true);
  });

  it('share one rate limit per client, which never affects other clients (H01)', async () => {
    const issueTo = (client: string) => issue({ client, plan: 'standard' });
    const [one, two] = [await issueTo('Busy'), await issueTo('Busy')];
    const other = await issueTo('Quiet');
    // The standard plan allows 10 of these requests at once, and then 5 per second.
    const path = '/bill-management-api/v1/biller-metadata';
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => httpTarget(url, index % 2 ? one : two).send({ path })),
    );
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    expect(JSON.parse(throttled[0]?.body ?? '')).toMatchObject({ errors: [{ code: 'TOO_MANY_REQUESTS' }] });
    expect(throttled[0]?.headers['retry-after']).toMatch(/^\d+$/);
    expect(await statusOf(other, path)).toBe(200);
  });
});
