import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DamagedCredentials,
  openDataDirectory,
} from '../../../../infra/local/data-directory/data-directory.ts';
import { dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { UnreadableFile } from '../../../../infra/local/data-directory/durable-file.ts';

const freshDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-data-directory-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
};

describe('the data directory', () => {
  it('is made with credentials for its owner alone, which stay', async () => {
    const path = join(await freshDirectory(), 'new');
    const first = await openDataDirectory(path);
    await first.release();
    expect(await readdir(path)).toEqual(['lock', 'store-credentials.json']);
    expect((await stat(first.storeCredentialsFile)).mode & 0o777).toBe(0o600);
    const second = await openDataDirectory(path);
    await second.release();
    expect(second.credentials).toEqual(first.credentials);
  });

  it.each(['', '{"accessKeyId":"LOC', '{}', '[]', '{"accessKeyId":"a","secretAccessKey":""}'])(
    'says which credentials are damaged, keeps them and is free again when they are %j',
    async (text) => {
      const path = await freshDirectory();
      const { storeCredentialsFile } = dataFilesIn(path);
      await writeFile(storeCredentialsFile, text);
      const opened = openDataDirectory(path);
      await expect(opened).rejects.toThrow(DamagedCredentials);
      await expect(opened).rejects.toThrow(/store-credentials\.json .* remove it/);
      expect(await readFile(storeCredentialsFile, 'utf8')).toBe(text);
      await rm(storeCredentialsFile);
      await (await openDataDirectory(path)).release();
    },
  );

  // The superuser may write everywhere.
  it.skipIf(process.getuid?.() === 0)('is named where it cannot be written', async () => {
    const path = await freshDirectory();
    await chmod(path, 0o500);
    const opened = openDataDirectory(path);
    await expect(opened).rejects.toThrow(`${path} cannot be written`);
    await expect(opened).rejects.toThrow(/EACCES.*--data-dir/);
    await chmod(path, 0o700);
  });

  it('does not take credentials that cannot be read for missing ones', async () => {
    const path = await freshDirectory();
    await mkdir(dataFilesIn(path).storeCredentialsFile);
    const opened = openDataDirectory(path);
    await expect(opened).rejects.toThrow(UnreadableFile);
    await expect(opened).rejects.toThrow('store-credentials.json');
  });
});
