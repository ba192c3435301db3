import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { commandHost } from './command-host.ts';

let host: ReturnType<typeof commandHost>;
beforeEach(() => {
  host = commandHost(fileURLToPath(new URL('./careless-command.ts', import.meta.url)));
});

const run = (args: readonly string[], input: string | Uint8Array = '', environment = {}) =>
  host({ args: [...args], input, environment });

const processOf = async () => Number((await run(['process'])).stdout);

describe('A host of commands', () => {
  it('runs one after another in the same process', async () => {
    expect(await processOf()).toBe(await processOf());
  });

  it('gives each its own environment, status and outputs, and nothing of the one before', async () => {
    expect(await run(['speak', '3'], '', { ONE: '1' })).toEqual({
      status: 3,
      stdout: 'env {"ONE":"1","LEFT":"behind"}\n',
      stderr: 'a word without an end',
    });
    expect(await run(['speak'], '', { TWO: '2' })).toMatchObject({
      status: 0,
      stdout: 'env {"TWO":"2","LEFT":"behind"}\n',
    });
    expect(await run(['ignore'])).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('gives each its own standard input, read or not', async () => {
    expect((await run(['read'], 'grün\n')).stdout).toBe('grün\n');
    await run(['ignore'], 'unread');
    expect((await run(['read'])).stdout).toBe('');
    expect((await run(['read'], new Uint8Array([0x61, 0x0a]))).stdout).toBe('a\n');
  });

  it('takes a command to be over when nothing goes on that it has begun, as a process does', async () => {
    expect((await run(['linger'])).stdout).toBe('at last\n');
    expect((await run(['ignore'])).stdout).toBe('');
  });

  it('gives commands that run at the same time a process each', async () => {
    const processes = await Promise.all([processOf(), processOf(), processOf()]);
    expect(new Set(processes).size).toBe(3);
  });

  it('ends as a command does that ends its process, and runs the next in another', async () => {
    const first = await processOf();
    expect(await run(['exit'])).toEqual({ status: 130, stdout: 'so far\n', stderr: '' });
    const second = await processOf();
    expect(second).not.toBe(first);
    const failed = await run(['fail']);
    expect(failed).toMatchObject({ status: 1, stdout: '' });
    expect(failed.stderr).toContain('Error: nobody listens');
    expect(await run(['killed'])).toEqual({ status: null, stdout: '', stderr: '' });
    expect(await processOf()).not.toBe(second);
  });
});
