import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writePrivateFile } from '../../../../infra/operator/enquiries/export.ts';
import { OperatorError } from '../../../../infra/operator/errors.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'waypost-written-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function* pieces() {
  yield 'one,';
  yield 'two';
}
const at = (name: string) => path.join(directory, name);

it('writes to where a link leads, and leaves the link', async () => {
  await mkdir(at('elsewhere'));
  await writeFile(at('elsewhere/real.csv'), 'the former one', { mode: 0o644 });
  await symlink(at('elsewhere/real.csv'), at('link.csv'));
  await writePrivateFile(at('link.csv'), pieces());
  expect((await lstat(at('link.csv'))).isSymbolicLink()).toBe(true);
  expect(await readFile(at('elsewhere/real.csv'), 'utf8')).toBe('one,two');
  expect((await stat(at('elsewhere/real.csv'))).mode & 0o777).toBe(0o600);
});

it('puts no file in the place of a pipe, a device or a directory, nor of a link to one', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  await mkdir(at('folder'));
  await symlink(at('pipe'), at('to-pipe'));
  await symlink('/dev/null', at('to-device'));
  const names = ['pipe', 'folder', 'to-pipe', 'to-device'];
  for (const name of names) {
    const writing = writePrivateFile(at(name), pieces());
    await expect(writing).rejects.toThrow(OperatorError);
    await expect(writing).rejects.toThrow(`${at(name)} is not a file`);
  }
  expect((await lstat(at('pipe'))).isFIFO()).toBe(true);
  expect((await lstat(at('to-pipe'))).isSymbolicLink()).toBe(true);
  expect((await lstat(at('to-device'))).isSymbolicLink()).toBe(true);
  expect(await readdir(directory)).toEqual(names.toSorted());
});

it('leaves a link that leads nowhere', async () => {
  await symlink(at('nowhere/file'), at('link'));
  await expect(writePrivateFile(at('link'), pieces())).rejects.toThrow('cannot be written (ENOENT)');
  expect((await lstat(at('link'))).isSymbolicLink()).toBe(true);
});

it('leaves the former file, and no half of the new one, where the pieces end in a failure', async () => {
  await writeFile(at('file'), 'the former one');
  const failing = async function* () {
    yield 'one,';
    throw new Error('the store is away');
  };
  await expect(writePrivateFile(at('file'), failing())).rejects.toThrow('the store is away');
  expect(await readFile(at('file'), 'utf8')).toBe('the former one');
  expect(await readdir(directory)).toEqual(['file']);
});
