import { access, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockDirectory } from '../../../infra/local/directory-lock.ts';
import { LockHeld } from '../../../infra/local/lock-held.ts';

const freshDirectory = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-former-lock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const directory = join(folder, 'data');
  await mkdir(directory);
  return directory;
};

/** Locks as the release before does, without its patience. */
const lockAsFormer = (directory: string) => lock(directory, { stale: 5_000, update: 1_250 });

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

  it('is taken at once where its own stack was killed, though a release before would wait', async () => {
    const directory = await freshDirectory();
    // As a killed stack leaves it: made by this release, and its time not over yet.
    await mkdir(`${directory}.lock`, { mode: 0o500 });
    const began = performance.now();
    const held = await lockDirectory(directory);
    expect(performance.now() - began).toBeLessThan(2_000);
    await expect(lockAsFormer(directory)).rejects.toThrow('already being held');
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
