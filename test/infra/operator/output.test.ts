import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { keyOperator } from '../../support/key-operator.ts';
import { fileOf, serviceLine } from '../../support/networks/import-lines.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { bareEnvironment, runWaypost, startWaypost } from '../../support/stack/run-waypost.ts';
import { storedEnquiry, storeRows } from '../../support/tables/stored-enquiry.ts';

const stack = await startOperatorStack({ imports: true });
await writeFile(path.join(stack.dataDirectory, 'initialised.json'), '{"sample":false}');
const enquiries = { client: stack.embedded.client, tableName: stack.embedded.tables.enquiries };
await storeRows(enquiries, [storedEnquiry(1)]);
afterAll(() => stack.close());

const program = fileURLToPath(new URL('../../../infra/operator/waypost.ts', import.meta.url));

const start = (args: readonly string[], stdout: 'pipe' | number = 'pipe') =>
  spawn(process.execPath, [program, ...args, '--data-dir', stack.dataDirectory], {
    env: bareEnvironment(),
    stdio: ['ignore', stdout, 'pipe'],
  });

/** Runs a command whose standard output is a closed pipe, as with `| head`, or a file on a full disk. */
const runInto = async (output: 'closed pipe' | 'full disk', args: readonly string[]) => {
  const full = output === 'full disk' ? await open('/dev/full', 'w') : undefined;
  const child = start(args, full?.fd);
  child.stdout?.destroy();
  const [[status], stderr] = await Promise.all([once(child, 'close'), child.stderr && text(child.stderr)]);
  await full?.close();
  return { status, stderr };
};

const fileWith = async (content: string) => {
  const file = path.join(stack.dataDirectory, 'input.ndjson');
  await writeFile(file, content);
  return file;
};

const scan = async (table: 'capabilities' | 'apiKeys') => {
  const { client, tables } = stack.embedded;
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tables[table] }));
  return Items;
};
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const keysOf = async (client: string) => (await scan('apiKeys')).filter((key) => key.client === client);

const unwritten = /^waypost: cannot write to standard output \(ENOSPC: [^\n]*\)\n$/;
const outputs = [
  { output: 'closed pipe', status: 0, stderr: /^$/ },
  { output: 'full disk', status: 1, stderr: unwritten },
] as const;
const testable = outputs.filter(({ output }) => output !== 'full disk' || existsSync('/dev/full'));

describe.for(testable)('A command whose standard output is a $output', ({ output, status, stderr }) => {
  const commands = ['keys list', 'enquiries export'];
  test.for(commands)('exits, and reports an error only if the disk is full: %s', async (command) => {
    const ended = await runInto(output, command.split(' '));
    expect(ended).toEqual({ status, stderr: expect.stringMatching(stderr) });
  });

  it('revokes a key that was not shown', async () => {
    const issue = ['keys', 'issue', '--client', output, '--scope', 'locations-v2'];
    const ended = await runInto(output, issue);
    const [key] = await keysOf(output);
    const message = `waypost: the key ${key?.keyId} was issued, but could not be shown, and has been revoked. Run the command again with --same-client\n`;
    expect(ended).toEqual({ status: 1, stderr: expect.stringContaining(message) });
    expect(key).toMatchObject({ status: 'REVOKED' });
    const again = [...issue, '--same-client', '--data-dir', stack.dataDirectory];
    expect((await runWaypost(again)).stdout).toMatch(/^wp_test_\S+\n$/);
  });

  it('completes an import', async () => {
    const ended = await runInto(output, ['import', 'services', await fileWith(fileOf([serviceLine(9)]))]);
    expect(ended.status).toBe(status);
    if (status === 1) expect(`${ended.stderr?.split('\n').at(-2)}\n`).toMatch(unwritten);
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
  });
});

describe('A command whose outputs are closed', () => {
  test.for([
    ['some lines are invalid', 3, fileOf([...Array<string>(3_000).fill('no JSON'), serviceLine(7)])],
    ['no line is valid', 1, 'no JSON\n'.repeat(50)],
  ] as const)('completes an import if %s', async ([, status, content]) => {
    const child = start(['import', 'services', await fileWith(content)]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    expect(await once(child, 'close')).toEqual([status, null]);
    expect(await scan('capabilities')).toHaveLength(1);
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
  });

  it('prints the command that replaces the new key if a rotation could not show it', async () => {
    const { record } = await keyOperator(stack.embedded).issue({ client: 'Rotated', expiresAt: tomorrow });
    const { status, stderr } = await runInto('closed pipe', ['keys', 'rotate', record.keyId]);
    const successor = (await keysOf('Rotated')).find(({ keyId }) => keyId !== record.keyId)?.keyId;
    expect(status).toBe(1);
    expect(stderr).not.toContain('Save this key now');
    const [, words = ''] = /`waypost (keys rotate \S+ --overlap 0d) --data-dir .*`/.exec(stderr ?? '') ?? [];
    expect(words).toBe(`keys rotate ${successor} --overlap 0d`);
    const another = await runWaypost([...words.split(' '), '--data-dir', stack.dataDirectory]);
    expect(another.stdout).toMatch(/^wp_test_\S+\n$/);
  });
});

it('with --json, prints an error if a signal ends the command', async () => {
  await using proxy = await startFaultProxy(stack.embedded.engine.endpoint);
  await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
  proxy.inject({ kind: 'hang' }, { when: ({ operation }) => operation === 'Scan' });
  const running = startWaypost(['keys', 'list', '--json', '--data-dir', stack.dataDirectory]);
  await vi.waitFor(() => expect(proxy.received('Scan')).toBeGreaterThan(0), { timeout: 20_000 });
  running.interrupt();
  const { status, stdout, stderr } = await running.ended;
  await stack.describe();
  const message = 'interrupted: the command did not end';
  expect({ status, stderr }).toEqual({ status: 130, stderr: `\nwaypost: ${message}\n` });
  expect(JSON.parse(stdout)).toEqual({ error: { code: 'interrupted', message, remedy: null } });
});

test.for(['issue', 'rotate'])('says how to replace a key if a signal ends keys %s', async (command) => {
  await using proxy = await startFaultProxy(stack.embedded.engine.endpoint);
  const { record } = await keyOperator(stack.embedded).issue({ client: command, expiresAt: tomorrow });
  await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
  proxy.inject({ kind: 'hang' }, { when: ({ operation }) => operation === 'TransactWriteItems' });
  const options = ['--client', command, '--same-client', '--scope', 'locations-v2'];
  const given = command === 'issue' ? options : [record.keyId];
  const running = startWaypost(['keys', command, ...given, '--data-dir', stack.dataDirectory]);
  await proxy.next(({ operation }) => operation === 'TransactWriteItems');
  running.interrupt();
  const ended = await running.ended;
  await stack.describe();
  const steps = [`waypost keys list --client ${command}`, 'waypost keys rotate KEY_ID --overlap 0d'];
  const [list, replace] = steps.map((words) => `\`${words} --data-dir ${stack.dataDirectory}\``);
  const stderr = `\nwaypost: interrupted: a key may have been issued (${list}). If it was not shown, replace it: ${replace}\n`;
  expect(ended).toMatchObject({ status: 130, stderr });
});
