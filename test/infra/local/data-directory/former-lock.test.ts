import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockDirectory } from '../../../../infra/local/data-directory/directory-lock.ts';
import { LockHeld } from '../../../../infra/local/data-directory/lock-held.ts';

const freshDirectory = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-former-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const directory = join(folder, 'data');
  await mkdir(directory);
  return directory;
};

/** Locks as the release before does, without its patience. */
const lockAsFormer = (directory: string) => lock(directory, { stale: 5_000, update: 1_250 });

/** Locks as this release does in a process of its own, which is then killed. */
const lockAndBeKilled = async (directory: string): Promise<void> => {
  const script = `
    const { lockDirectory } = await import('./infra/local/data-directory/directory-lock.ts');
    await lockDirectory(process.argv[1]);
    console.log('has it');
    setInterval(() => {}, 1_000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

/** Locks, and gives how long that took in milliseconds. */
const lockTimed = async (directory: string) => {
  const began = performance.now();
  const held = await lockDirectory(directory);
  return { held, milliseconds: performance.now() - began };
};

describe('a data directory that is in use', () => {
  it('is refused to a release that locks it by a folder beside it, and given to it afterwards', async () => {
    const directory = await freshDirectory();
    const held = await lockDirectory(directory);
    await expect(lockAsFormer(directory)).rejects.toThrow('already being held');
    await held.release();
    const release = await lockAsFormer(directory);
    await release();
    expect(await readdir(join(directory, '..'))).toEqual(['data']);
  });

  it('is not taken from such a release while that runs, and is free for the next once it has ended', async () => {
    const directory = await freshDirectory();
    const release = await lockAsFormer(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(new LockHeld('of a release before this one'));
    await access(`${directory}.lock`);
    const waiting = lockDirectory(directory);
    await release();
    await (await waiting).release();
  });

  it('is taken where such a release was killed', async () => {
    const directory = await freshDirectory();
    await mkdir(`${directory}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${directory}.lock`, longAgo, longAgo);
    const held = await lockDirectory(directory);
    expect((await stat(`${directory}.lock`)).mtimeMs).toBeGreaterThan(Date.now());
    await held.release();
  });

  it.each(['500', '700', '755', '777'])(
    'is taken at once where its own stack was killed, though a release before would wait, with its folder of mode %s',
    async (mode) => {
      const directory = await freshDirectory();
      await lockAndBeKilled(directory);
      expect((await stat(`${directory}.lock`)).mtimeMs).toBeGreaterThan(Date.now());
      await chmod(`${directory}.lock`, mode);
      const { held, milliseconds } = await lockTimed(directory);
      expect(milliseconds).toBeLessThan(2_000);
      await expect(lockAsFormer(directory)).rejects.toThrow('already being held');
      await held.release();
    },
  );

  it.each(['500', '755', '777'])(
    'is free at once after a clean end, with its folder of mode %s',
    async (mode) => {
      const directory = await freshDirectory();
      const held = await lockDirectory(directory);
      await chmod(`${directory}.lock`, mode);
      await held.release();
      expect(await readdir(join(directory, '..'))).toEqual(['data']);
      expect(await readdir(directory)).toEqual(['lock']);
      const next = await lockTimed(directory);
      expect(next.milliseconds).toBeLessThan(2_000);
      await next.held.release();
    },
  );

  it('is taken over by a release before once the folder of a killed stack is old, and kept from this one then', async () => {
    const directory = await freshDirectory();
    await lockAndBeKilled(directory);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(`${directory}.lock`, longAgo, longAgo);
    const release = await lockAsFormer(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(new LockHeld('of a release before this one'));
    await release();
    await (await lockDirectory(directory)).release();
  });

  it('is taken at once where its own stack was killed as it renewed its folder, before and after', async () => {
    const directory = await freshDirectory();
    await lockAndBeKilled(directory);
    const { mtimeMs } = await stat(`${directory}.lock`);
    await writeFile(
      join(directory, 'former-lock.json'),
      JSON.stringify({ times: [mtimeMs, mtimeMs + 4_000] }),
    );
    const { held, milliseconds } = await lockTimed(directory);
    expect(milliseconds).toBeLessThan(2_000);
    await held.release();
  });

  it('keeps its mark in step with its folder while it is held', { timeout: 15_000 }, async () => {
    const directory = await freshDirectory();
    const held = await lockDirectory(directory);
    const { mtimeMs: first } = await stat(`${directory}.lock`);
    await vi.waitFor(async () => expect((await stat(`${directory}.lock`)).mtimeMs).toBeGreaterThan(first), {
      timeout: 10_000,
      interval: 100,
    });
    const { mtimeMs: second } = await stat(`${directory}.lock`);
    expect(JSON.parse(await readFile(join(directory, 'former-lock.json'), 'utf8'))).toEqual({
      times: [first, second],
    });
    await held.release();
  });

  it('can be locked where nothing can be made beside it', async () => {
    const directory = await freshDirectory();
    const inTheWay = `${directory}.lock`;
    await writeFile(inTheWay, '');
    const longAgo = new Date(0);
    await utimes(inTheWay, longAgo, longAgo);
    const held = await lockDirectory(directory);
    await held.release();
    expect((await stat(inTheWay)).isFile()).toBe(true);
  });
});
