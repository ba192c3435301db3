import { type FileHandle, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { replaceFile, writeNewFile } from '../../../../infra/local/data-directory/durable-file.ts';
import { newDirectory } from '../new-directory.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await newDirectory();
  file = join(directory, 'kept');
  onTestFinished(() => void vi.restoreAllMocks());
});

interface Synced {
  readonly what: 'file' | 'directory';
  readonly inode: number;
  /** Content of the file with this name when the sync starts, or undefined if there is no file. */
  readonly text: string | undefined;
}

/**
 * Records each sync when it completes, so that a sync that is not awaited is missing. The sync of `failing` fails with
 * EIO.
 */
const watchSyncs = async (failing?: Synced['what']): Promise<readonly Synced[]> => {
  // Node does not export the class of file handles, so it is taken from an open handle.
  const handle = await open(directory);
  await handle.close();
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  const { sync } = prototype;
  const synced: Synced[] = [];
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const stats = await this.stat();
    const what = stats.isDirectory() ? 'directory' : 'file';
    if (what === failing) throw new Error(`EIO: the ${what}`);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    await sync.call(this);
    await nextTurn();
    synced.push({ what, inode: stats.ino, text });
  });
  return synced;
};

const inodeOf = async (path: string): Promise<number> => (await stat(path)).ino;

describe('a replaced file', () => {
  it('is synced before it is renamed, and its directory before the call resolves', async () => {
    await writeFile(file, 'previous');
    const synced = await watchSyncs();
    await replaceFile(file, 'new');
    expect(synced).toEqual([
      { what: 'file', inode: await inodeOf(file), text: 'previous' },
      { what: 'directory', inode: await inodeOf(directory), text: 'new' },
    ]);
  });

  it('keeps the previous contents if the disk fails', async () => {
    await writeFile(file, 'previous');
    await watchSyncs('file');
    await expect(replaceFile(file, 'new')).rejects.toThrow('EIO: the file');
    expect(await readFile(file, 'utf8')).toBe('previous');
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it('is not reported as complete if the directory cannot be synced', async () => {
    await watchSyncs('directory');
    await expect(replaceFile(file, 'new')).rejects.toThrow('EIO: the directory');
  });
});

describe('a new file', () => {
  it('is synced completely before the call resolves', async () => {
    const synced = await watchSyncs();
    await writeNewFile(file, [Buffer.from('a whole '), Buffer.from('text')]);
    expect(synced).toEqual([{ what: 'file', inode: await inodeOf(file), text: 'a whole text' }]);
  });

  it('is removed if the disk fails', async () => {
    await watchSyncs('file');
    await expect(writeNewFile(file, [Buffer.from('text')])).rejects.toThrow('EIO: the file');
    expect(await readdir(directory)).toEqual([]);
  });
});
