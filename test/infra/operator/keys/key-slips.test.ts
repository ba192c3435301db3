import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trailEntry, writeWithTrail } from '../../../../shared/data-access/access/key-trail.ts';
import { createKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { keyOperator } from '../../../support/key-operator.ts';
import { type OperatorStack, startOperatorStack } from '../../../support/stack/operator-stack.ts';
import { runWaypost } from '../../../support/stack/run-waypost.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack();
});
afterAll(() => stack.close());

const keys = (...args: string[]) => runWaypost(['keys', ...args, '--data-dir', stack.dataDirectory]);

const request = {
  client: 'Southern Shop',
  scopes: ['locations-v2' as const],
  plan: 'partner' as const,
  environment: 'test' as const,
};

describe('waypost keys, given what is not there or cannot be', () => {
  it('says that there are no keys, and nothing was done', async () => {
    expect(await keys('list')).toMatchObject({ status: 0, stdout: 'no keys\n' });
    expect(await keys('audit')).toMatchObject({ status: 0, stdout: 'no entries\n' });
    expect(await keys('audit', '--key', '000000000000')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('no key has this id'),
    });
  });

  it.each([['revoke'], ['audit', '--key']])(
    'does not repeat a key that %s is given in the place of its id',
    async (command, ...options) => {
      const { token, keyId } = createKeyToken('live', (size) => crypto.getRandomValues(new Uint8Array(size)));
      const { status, stdout, stderr } = await keys(command, ...options, token);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(`that is a key itself; its id is ${keyId}`);
      expect(stderr).not.toContain(token.split('_')[3]);
      expect((await keys(command, ...options, `${token}x`)).stderr).not.toContain(token.split('_')[3]);
    },
  );

  it('shows what a name or reason would have a terminal do', async () => {
    const { client, tables } = stack.embedded;
    const odd = storedKey('odd', { client: 'Shop\u202epohS', plan: 'standard' });
    const event = trailEntry(odd, { action: 'ISSUED', at: new Date() }, { by: 'ada' });
    const entry = { ...event, reason: 'why\u001b[2J' };
    await writeWithTrail({ client, tables }, [{ Put: { TableName: tables.apiKeys, Item: odd } }], [entry]);
    const commands = [['list', '--status', 'active'], ['show', 'odd'], ['audit'], ['audit', '--json']];
    for (const command of commands) {
      const { stdout } = await keys(...command);
      expect(stdout).toContain('Shop\\u202epohS');
      expect(stdout).not.toContain('\u202e');
      expect(stdout).not.toContain('\u001b');
    }
  });

  it('says when a key was revoked that is revoked again', async () => {
    const operator = keyOperator(stack.embedded);
    const { keyId } = (await operator.issue(request)).record;
    const { revokedAt } = await operator.revoke(keyId);
    expect(await keys('revoke', keyId)).toEqual({
      status: 0,
      stdout: '',
      stderr: `Key ${keyId} of Southern Shop was revoked at ${revokedAt}.\n`,
    });
  });

  it('says of a key that a rotation ends at once how long it may be let through', async () => {
    const { keyId } = (await keyOperator(stack.embedded).issue(request)).record;
    const { stderr } = await keys('rotate', keyId, '--overlap', '0d');
    expect(stderr).toMatch(
      new RegExp(`may let the old one through until \\S+Z\\. .*\`waypost keys revoke ${keyId} .*--now`),
    );
    const later = await keys('expire', keyId, '--never');
    expect(later).toMatchObject({ status: 1, stderr: expect.stringContaining('was rotated before') });
  });

  it('ends with 1 for a key that was never issued', async () => {
    const { status, stderr } = await keys('revoke', '000000000000');
    expect(status).toBe(1);
    expect(stderr).toBe(
      `waypost: no key has this id. \`waypost keys list --data-dir ${stack.dataDirectory}\` lists the keys\n`,
    );
  });

  it.each([
    ['no client', []],
    ['a blank client', ['--client', ' ']],
    ['an unknown scope', ['--client', 'x', '--scope', 'locations']],
    ['an unknown plan', ['--client', 'x', '--plan', 'gold']],
    ['an expiry in the past', ['--client', 'x', '--expires', '2020-01-01']],
    ['an expiry that is none', ['--client', 'x', '--expires', 'soon']],
    ['a reason of two lines', ['--client', 'x', '--reason', 'a\nb']],
    ['a client that turns what is written', ['--client', 'a\u202eb']],
  ])('ends with 2 for %s', async (_, args) => {
    expect(await keys('issue', ...args)).toMatchObject({ status: 2, stdout: '' });
  });

  it('ends with 2 for a key that is to end at no time, or at two', async () => {
    expect(await keys('expire', '4hjk29fmw0qz')).toMatchObject({ status: 2, stdout: '' });
    const both = ['--never', '--at', '9d'];
    expect(await keys('expire', '4hjk29fmw0qz', ...both)).toMatchObject({ status: 2, stdout: '' });
  });
});
