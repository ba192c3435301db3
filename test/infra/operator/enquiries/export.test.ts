import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { enquiriesUnderTest } from '../../../support/enquiries-under-test.ts';
import { dynamoDbAccessDenied } from '../../../support/faults/fault-proxy.ts';
import { referenceOf, storedEnquiry } from '../../../support/tables/stored-enquiry.ts';

const { stack, store, enquiries, succeed, injectFault } = enquiriesUnderTest();

describe('waypost enquiries export', () => {
  const at = (...names: string[]) => path.join(stack().dataDirectory, 'exported', ...names);
  beforeEach(() => mkdir(at()));
  afterEach(async () => {
    expect((await readdir(at())).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    await rm(at(), { recursive: true });
  });

  it('D20 escapes formulas in CSV but not in JSON', async () => {
    const formulas = ["=cmd|' /C calc'!A0", '+1', '-1', '@x', '\tx', '\n=1', '\r=1'];
    await store(...formulas.map((lastname, index) => storedEnquiry(index, { lastname, billId: null })));
    const csv = await succeed('export');
    expect(csv).toMatch(/^referenceNumber,status,submittedAt,client,sandbox,firstname,lastname,email,/);
    for (const formula of formulas) expect(csv).toContain(`"'${formula}"`);
    const lines = (await succeed('export', '--format', 'ndjson')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).lastname)).toEqual(formulas);
    const list = JSON.parse(await succeed('export', '--format', 'json'));
    expect(list.map(({ lastname }: { lastname: string }) => lastname)).toEqual(formulas);
  });

  it('prints nothing, or an empty list, if there are no enquiries', async () => {
    expect(await succeed('export', '--format', 'json')).toBe('[]\n');
    expect(await succeed('export', '--format', 'ndjson')).toBe('');
  });

  it('writes to standard output with --output -', async () => {
    await store(storedEnquiry(1));
    const stdout = expect.stringContaining(referenceOf(1));
    const written = { status: 0, stdout, stderr: '1 exported\n' };
    expect(await enquiries('export', '--output', '-')).toEqual(written);
    expect(await readdir('.')).not.toContain('-');
  });

  it('replaces a file, even through a link, with a file that only its owner can read', async () => {
    await mkdir(at('elsewhere'));
    await writeFile(at('elsewhere/real.csv'), 'the previous one', { mode: 0o644 });
    await symlink(at('elsewhere/real.csv'), at('link.csv'));
    await store(...Array.from({ length: 250 }, (_, index) => storedEnquiry(index)));
    expect(await enquiries('export', '--output', at('link.csv'))).toEqual({
      status: 0,
      stdout: '',
      stderr: `250 exported to ${at('link.csv')}\n`,
    });
    expect((await lstat(at('link.csv'))).isSymbolicLink()).toBe(true);
    expect((await stat(at('elsewhere/real.csv'))).mode & 0o777).toBe(0o600);
    const [, ...rows] = (await readFile(at('link.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(rows.map((row) => row.slice(1, 16))).toEqual(
      Array.from({ length: 250 }, (_, index) => referenceOf(index)),
    );
    expect(JSON.parse(await succeed('export', '--output', at('link.csv'), '--json'))).toEqual({
      exported: 250,
      format: 'csv',
      output: at('link.csv'),
    });
  });

  it('writes complete files if two exports to the same file run at once', async () => {
    await store(storedEnquiry(1));
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    await injectFault({ kind: 'hold', until }, 'BatchGetItem', 1);
    const slow = enquiries('export', '--output', at('file'));
    await vi.waitUntil(async () => (await readdir(at())).length > 0, { timeout: 20_000 });
    const result = { status: 0, stdout: '', stderr: `1 exported to ${at('file')}\n` };
    expect(await enquiries('export', '--output', at('file'))).toEqual(result);
    release();
    expect(await slow).toEqual(result);
    expect(await readFile(at('file'), 'utf8')).toContain(referenceOf(1));
  });

  it('leaves the previous file unchanged if the store fails', async () => {
    await writeFile(at('file'), 'the previous one');
    await store(storedEnquiry(1));
    await injectFault(dynamoDbAccessDenied, 'BatchGetItem');
    expect(await enquiries('export', '--output', at('file'))).toMatchObject({ status: 1 });
    expect(await readFile(at('file'), 'utf8')).toBe('the previous one');
  });

  test.for([
    ['folder', 'is not a file'],
    ['to-pipe', 'is not a file'],
    ['to-nowhere', 'cannot be written (ENOENT)'],
    ['x/y', 'cannot be written (ENOENT)'],
  ] as const)('does not replace a %s', async ([name, message]) => {
    execFileSync('mkfifo', [at('pipe')]);
    await mkdir(at('folder'));
    await symlink(at('pipe'), at('to-pipe'));
    await symlink(at('nowhere/file'), at('to-nowhere'));
    const types = async () =>
      Promise.all((await readdir(at())).map(async (name) => [name, (await lstat(at(name))).mode]));
    const before = await types();
    const stderr = `waypost: ${at(name)} ${message}. Specify another file with --output\n`;
    expect(await enquiries('export', '--output', at(name))).toEqual({ status: 1, stdout: '', stderr });
    expect(await types()).toEqual(before);
  });
});
