import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamoDbApiKeyRegister } from '../../../../shared/data-access/access/dynamodb-api-key-register.ts';
import { digestOfKey, parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/operator-stack.ts';
import { runWaypost } from '../../../support/run-waypost.ts';

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
  const record = await dynamoDbApiKeyRegister({ client, tableName: tables.apiKeys }).find(keyId);
  return { status, stdout, stderr, keyId, record };
};

describe('waypost keys', () => {
  it('issues a key for everything, and prints it alone on standard output', async () => {
    const { status, stdout, stderr, keyId, record } = await issue('--client', 'Parcel partner');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^wp_test_\S+\n$/);
    expect(stderr).toContain('shown this once');
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

  it('lists keys without anything secret', async () => {
    const { stdout: token, keyId, record } = await issue('--client', 'Listed client');
    const table = await keys('list');
    expect(table.status).toBe(0);
    expect(table.stdout).toMatch(/^KEY ID +CLIENT +SCOPES +PLAN +STATUS +CREATED +EXPIRES\n/);
    expect(table.stdout).toMatch(
      new RegExp(`^${keyId}  Listed client +.* standard +ACTIVE +\\S+ +never$`, 'm'),
    );

    const json = await keys('list', '--json');
    expect(JSON.parse(json.stdout)).toContainEqual({
      keyId,
      client: 'Listed client',
      scopes: ['bill-management', 'locations-v2', 'locations-v3'],
      plan: 'standard',
      status: 'ACTIVE',
      createdAt: record?.createdAt,
      expiresAt: null,
    });
    for (const { stdout } of [table, json]) {
      expect(stdout).not.toContain(token.trim());
      expect(stdout).not.toContain(record?.digest);
    }
  });

  it('lists a key whose time is over as expired', async () => {
    const end = new Date(Date.now() + 3_000);
    const { keyId } = await issue('--client', 'Short', '--expires', end.toISOString());
    await delay(end.getTime() - Date.now() + 10);
    const { stdout } = await keys('list', '--json');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ keyId, status: 'EXPIRED' }));
  });

  it('revokes a key, and again without complaint', async () => {
    const { keyId } = await issue('--client', 'Former client');
    expect(await keys('revoke', keyId)).toMatchObject({ status: 0, stdout: '' });
    expect(await keys('revoke', keyId)).toMatchObject({ status: 0 });
    const { stdout } = await keys('list', '--json');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ keyId, status: 'REVOKED' }));
  });

  it('ends with 1 for a key that was never issued', async () => {
    const { status, stderr } = await keys('revoke', '000000000000');
    expect(status).toBe(1);
    expect(stderr).toBe(
      `waypost: there is no key of this id; \`waypost keys list --data-dir ${stack.dataDirectory}\` shows which there are\n`,
    );
  });

  it.each([
    ['no client', []],
    ['a blank client', ['--client', ' ']],
    ['an unknown scope', ['--client', 'x', '--scope', 'locations']],
    ['an unknown plan', ['--client', 'x', '--plan', 'gold']],
    ['an expiry in the past', ['--client', 'x', '--expires', '2020-01-01']],
    ['an expiry that is none', ['--client', 'x', '--expires', 'soon']],
  ])('ends with 2 for %s', async (_, args) => {
    expect(await keys('issue', ...args)).toMatchObject({ status: 2, stdout: '' });
  });
});
