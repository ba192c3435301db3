import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceFile, writeNewFile } from '../../../../infra/local/data-directory/durable-file.ts';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-synced-'));
  file = join(directory, 'kept');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

/** What all handles of files have their methods from, which Node exports under no name. */
const handlePrototype = async (): Promise<FileHandle> => {
  const handle = await open(directory);
  await handle.close();
  return Object.getPrototypeOf(handle);
};

interface Synced {
  readonly what: 'file' | 'directory';
  readonly inode: number;
  /** Text under the name of the file when it came to the sync; undefined where there was none. */
  readonly text: string | undefined;
}

/** Notes each sync once it is over: what is not waited for is noted too late. */
const watchSyncs = async (): Promise<readonly Synced[]> => {
  const prototype = await handlePrototype();
  const { sync } = prototype;
  const synced: Synced[] = [];
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const stats = await this.stat();
    const text = await readFile(file, 'utf8').catch(() => undefined);
    await sync.call(this);
    await nextTurn();
    synced.push({ what: stats.isDirectory() ? 'directory' : 'file', inode: stats.ino, text });
  });
  return synced;
};

const failSyncOf = async (failing: Synced['what']): Promise<void> => {
  const prototype = await handlePrototype();
  const { sync } = prototype;
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const what = (await this.stat()).isDirectory() ? 'directory' : 'file';
    if (what === failing) throw Object.assign(new Error(`EIO: the ${what}`), { code: 'EIO' });
    await sync.call(this);
  });
};

const inodeOf = async (path: string): Promise<number> => (await stat(path)).ino;

describe('a file that is replaced', () => {
  it('is on the disk before it has its name, and its name before the call resolves', async () => {
    await writeFile(file, 'former');
    const synced = await watchSyncs();
    await replaceFile(file, 'new');
    expect(synced).toEqual([
      { what: 'file', inode: await inodeOf(file), text: 'former' },
      { what: 'directory', inode: await inodeOf(directory), text: 'new' },
    ]);
  });

  it('stays the former one where the disk does not take it', async () => {
    await writeFile(file, 'former');
    await failSyncOf('file');
    await expect(replaceFile(file, 'new')).rejects.toThrow('EIO: the file');
    expect(await readFile(file, 'utf8')).toBe('former');
    expect(await readdir(directory)).toEqual(['kept']);
  });

  it('is not said to be kept where its name may be lost', async () => {
    await failSyncOf('directory');
    await expect(replaceFile(file, 'new')).rejects.toThrow('EIO: the directory');
  });
});

describe('a new file', () => {
  it('is on the disk, whole, before the call resolves', async () => {
    const synced = await watchSyncs();
    await writeNewFile(file, [Buffer.from('a whole '), Buffer.from('text')]);
    expect(synced).toEqual([{ what: 'file', inode: await inodeOf(file), text: 'a whole text' }]);
  });

  it('is removed where the disk does not take it', async () => {
    await failSyncOf('file');
    await expect(writeNewFile(file, [Buffer.from('text')])).rejects.toThrow('EIO: the file');
    expect(await readdir(directory)).toEqual([]);
  });
});
