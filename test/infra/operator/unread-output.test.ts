import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUnfinishedImport } from '../../../shared/data-access/importing/import-mark.ts';
import { keyOperator } from '../../support/key-operator.ts';
import { fileOf, serviceLine } from '../../support/networks/import-lines.ts';
import { bareEnvironment } from '../../support/processes/bare-environment.ts';
import { type OperatorStack, startOperatorStack } from '../../support/stack/operator-stack.ts';
import { storedEnquiry, storeRows } from '../../support/tables/stored-enquiry.ts';

let stack: OperatorStack;
beforeAll(async () => {
  stack = await startOperatorStack({ imports: true });
  await writeFile(path.join(stack.dataDirectory, 'initialised.json'), '{"sample":false}');
});
afterAll(() => stack.close());

const program = fileURLToPath(new URL('../../../infra/operator/waypost.ts', import.meta.url));

const start = (args: readonly string[], stdout: 'pipe' | number) =>
  spawn(process.execPath, [program, ...args, '--data-dir', stack.dataDirectory], {
    env: bareEnvironment(),
    stdio: ['ignore', stdout, 'pipe'],
  });

/** Its exit status where nobody reads what it says, as after `2>&1 | head` that has its lines. */
const unread = async (...args: readonly string[]): Promise<number | null> => {
  const child = start(args, 'pipe');
  child.stdout?.destroy();
  child.stderr?.destroy();
  const [status] = await once(child, 'close');
  return status;
};

/** How it ends where nobody reads its standard output, or a disk takes none. */
const endedWith = async (args: readonly string[], stdout: 'pipe' | number) => {
  const child = start(args, stdout);
  child.stdout?.destroy();
  const [[status], stderr] = await Promise.all([once(child, 'close'), child.stderr && text(child.stderr)]);
  return { status, stderr };
};

const onFullDisk = async (...args: readonly string[]) => {
  const full = await open('/dev/full', 'w');
  try {
    return await endedWith(args, full.fd);
  } finally {
    await full.close();
  }
};

const fileWith = async (name: string, content: string | Uint8Array) => {
  const file = path.join(stack.dataDirectory, name);
  await writeFile(file, content);
  return file;
};

const codesStored = async () => {
  const { client, tables } = stack.embedded;
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.capabilities }));
  return Items.map(({ serviceCode }) => serviceCode);
};

const keysOf = async (wanted: string) => {
  const { client, tables } = stack.embedded;
  const { Items = [] } = await client.send(new ScanCommand({ TableName: tables.apiKeys }));
  return Items.filter((key) => key.client === wanted);
};

describe('A command whose output nobody reads any more', () => {
  it('imports to its end, and ends with its own status', async () => {
    const bad = Array.from({ length: 3_000 }, () => 'no JSON');
    const mixed = await fileWith('mixed.ndjson', fileOf([...bad, serviceLine(7)]));
    expect(await unread('import', 'services', mixed)).toBe(3);
    expect(await codesStored()).toHaveLength(1);
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();

    const good = await fileWith('good.ndjson', fileOf([serviceLine(7), serviceLine(8)]));
    expect(await unread('import', 'services', good)).toBe(0);
    expect(await codesStored()).toHaveLength(2);
  });

  it('leaves no import behind that is half, where no line of the file is valid', async () => {
    const wrong = await fileWith('wrong.ndjson', 'no JSON\n'.repeat(50));
    expect(await unread('import', 'services', wrong)).toBe(1);
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
  });

  it('prints no further', async () => {
    await storeRows({ client: stack.embedded.client, tableName: stack.embedded.tables.enquiries }, [
      storedEnquiry(1),
    ]);
    for (const words of ['keys list', 'enquiries list', 'enquiries export'])
      expect(await endedWith(words.split(' '), 'pipe'), words).toEqual({ status: 0, stderr: '' });
  });

  it('leaves no key behind that works and that nobody has seen', async () => {
    const { status, stderr } = await endedWith(['keys', 'issue', '--client', 'Unread'], 'pipe');
    const [key] = await keysOf('Unread');
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `waypost: the key ${key?.keyId} was issued, but could not be shown, and is revoked: issue another\n`,
    });
    expect(key).toMatchObject({ status: 'REVOKED' });
  });

  it('names the way to a successor that can be seen', async () => {
    const { embedded } = stack;
    const request = { client: 'Rotated', scopes: ['locations-v2' as const], plan: 'standard' as const };
    const { record } = await keyOperator(embedded).issue({ ...request, environment: 'test' });
    const { status, stderr } = await endedWith(['keys', 'rotate', record.keyId], 'pipe');
    const successor = (await keysOf('Rotated')).find(({ keyId }) => keyId !== record.keyId)?.keyId;
    expect(status).toBe(1);
    expect(stderr).not.toContain('Save this key now');
    const [, words = ''] = /`waypost (keys rotate \S+ --overlap 0d) --data-dir .*`/.exec(stderr ?? '') ?? [];
    expect(words).toBe(`keys rotate ${successor} --overlap 0d`);
    const another = start(words.split(' '), 'pipe');
    const [shown] = await Promise.all([another.stdout && text(another.stdout), once(another, 'close')]);
    expect(shown).toMatch(/^wp_test_\S+\n$/);
  });
});

describe.skipIf(!existsSync('/dev/full'))('A command whose standard output is a full disk', () => {
  const sentence = /^waypost: standard output cannot be written \(ENOSPC: [^\n]*\)\n$/;

  it('says so in one sentence, and ends with 1', async () => {
    for (const words of ['keys list', 'enquiries list', 'enquiries export']) {
      const { status, stderr } = await onFullDisk(...words.split(' '));
      expect(status, words).toBe(1);
      expect(stderr, words).toMatch(sentence);
    }
  });

  it('imports to its end all the same', async () => {
    const file = await fileWith('one.ndjson', fileOf([serviceLine(9)]));
    const { status, stderr } = await onFullDisk('import', 'services', file);
    expect({ status, lastLine: `${stderr?.split('\n').at(-2)}\n` }).toEqual({
      status: 1,
      lastLine: expect.stringMatching(sentence),
    });
    expect(await readUnfinishedImport(stack.bucket)).toBeUndefined();
  });

  it('leaves no key behind that works and that nobody has seen', async () => {
    const { status, stderr } = await onFullDisk('keys', 'issue', '--client', 'Full disk');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^waypost: the key \S+ was issued, but could not be shown, and is revoked/);
    expect(await keysOf('Full disk')).toMatchObject([{ status: 'REVOKED' }]);
  });
});
