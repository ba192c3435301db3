import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  loadingMark,
  lockDirectory,
  openDataDirectory,
  UnusableDataDirectory,
} from '../../../../infra/local/data-directory/data-directory.ts';
import { type DataFiles, dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { readStackFile, UnreadableStackFile } from '../../../../infra/local/data-directory/stack-file.ts';
import { newDirectory } from '../new-directory.ts';

describe('the data directory', () => {
  it('is created with permanent credentials that only its owner can read', async () => {
    const path = join(await newDirectory(), 'new');
    const first = await openDataDirectory(path);
    await first.release();
    expect(await readdir(path)).toEqual(['lock', 'store-credentials.json']);
    expect((await stat(first.storeCredentialsFile)).mode & 0o777).toBe(0o600);
    const second = await openDataDirectory(path);
    await second.release();
    expect(second.credentials).toEqual(first.credentials);
  });

  const malformed = ['', '{"accessKeyId":"LOC', '{}', '{"accessKeyId":"a","secretAccessKey":""}'];
  it.each(malformed)('is rejected if its credentials are malformed, but keeps them: %j', async (text) => {
    const path = await newDirectory();
    const { storeCredentialsFile } = dataFilesIn(path);
    await writeFile(storeCredentialsFile, text);
    const opened = openDataDirectory(path);
    await expect(opened).rejects.toThrow(UnusableDataDirectory);
    await expect(opened).rejects.toThrow(/store-credentials\.json .* remove it/);
    expect(await readFile(storeCredentialsFile, 'utf8')).toBe(text);
    await rm(storeCredentialsFile);
    await (await openDataDirectory(path)).release();
  });

  // Skipped for the superuser, who can write everywhere.
  it.skipIf(process.getuid?.() === 0)('is rejected if it is not writable', async () => {
    const path = await newDirectory();
    await chmod(path, 0o500);
    await expect(openDataDirectory(path)).rejects.toThrow(/is not writable by .*EACCES.*--data-dir/);
    await chmod(path, 0o700);
  });
});

describe('a data directory with missing parts', () => {
  const make = {
    marker: ({ initialisedFile }: DataFiles) => writeFile(initialisedFile, '{}'),
    filling: ({ initialisedFile }: DataFiles) => writeFile(initialisedFile, loadingMark),
    database: ({ databaseFile }: DataFiles) => writeFile(databaseFile, 'rows'),
    'empty database': ({ databaseFile }: DataFiles) => writeFile(databaseFile, ''),
    state: ({ stateFile }: DataFiles) => writeFile(stateFile, 'records'),
    'empty objects': ({ objectsDirectory }: DataFiles) => mkdir(objectsDirectory),
    objects: async ({ objectsDirectory }: DataFiles) => {
      await mkdir(objectsDirectory);
      await writeFile(join(objectsDirectory, randomUUID()), 'contents');
    },
    'file for objects': ({ objectsDirectory }: DataFiles) => writeFile(objectsDirectory, ''),
  };
  type Part = keyof typeof make;

  const open = async (parts: readonly Part[], ownDatabase = true) => {
    const path = await newDirectory();
    for (const part of parts) await make[part](dataFilesIn(path));
    const { release } = await openDataDirectory(path, ownDatabase);
    await release();
  };

  it.each<[Part[]]>([
    [[]],
    [['empty objects']],
    [['database', 'state', 'empty objects']],
    [['database', 'state', 'objects']],
    [['marker', 'database', 'state', 'objects']],
    // A first start that was killed is repeated, no matter how far it got.
    [['filling']],
    [['filling', 'database']],
    [['filling', 'objects']],
  ])('G13 is opened if it contains %j', (parts) => open(parts));

  const noDatabase = /^The database \S+database\.sqlite is missing or empty.*Restore it.*--data-dir/;
  const noState = /^The file \S+state\.sqlite is missing or empty.*Restore it.*--data-dir/;
  const noObjects = /^The folder \S+objects is missing or is not.*Restore it.*create an empty one/;
  it.each<[Part[], RegExp]>([
    [['objects'], noDatabase],
    [['empty database', 'objects'], noDatabase],
    [['marker'], noDatabase],
    [['marker', 'objects'], noDatabase],
    [['marker', 'empty objects'], noDatabase],
    [['marker', 'empty database', 'objects'], noDatabase],
    [['database'], noObjects],
    [['marker', 'database'], noObjects],
    [['marker', 'database', 'file for objects'], noObjects],
    [['database', 'objects'], noState],
    [['marker', 'database', 'objects'], noState],
  ])('G13 is rejected if it contains only %j', async (parts, error) => {
    await expect(open(parts)).rejects.toThrow(error);
  });

  it('needs no database if the tables are elsewhere', async () => {
    await open(['marker', 'objects', 'state'], false);
    await expect(open(['marker', 'state'], false)).rejects.toThrow(noObjects);
  });
});

it.each(['', '{"pid":', '{}'])('G13 rejects the stack file %j', async (text) => {
  const path = await newDirectory();
  await writeFile(dataFilesIn(path).stackFile, text);
  await expect(readStackFile(path)).rejects.toThrow(UnreadableStackFile);
});

describe('the lock of a data directory', () => {
  /**
   * Source of a process that waits for a line on standard input, tries to lock the directory, prints the result, and
   * holds the lock until it is killed.
   */
  const contender = `
    const { lockDirectory } = await import('./infra/local/data-directory/data-directory.ts');
    process.stdin.once('data', () => lockDirectory(process.argv[1], 1_000).then(
      () => console.log('has it'), (error) => console.log(error.message)));
    console.log('ready');
    setInterval(gc, 100);
  `;

  const startContender = async (directory: string) => {
    // Garbage collection must not release the lock.
    const program = ['--expose-gc', '--input-type=module', '-e', contender, directory];
    const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('ready');
    const lock = async (): Promise<string> => {
      child.stdin.write('go\n');
      return String((await lines.next()).value);
    };
    return { child, lock };
  };

  it('G24 is acquired by only one of 3 concurrent processes', async () => {
    const directory = await newDirectory();
    const contenders = await Promise.all(Array.from({ length: 3 }, () => startContender(directory)));
    const results = await Promise.all(contenders.map(({ lock }) => lock()));
    const others = results.filter((result) => result !== 'has it');
    expect(others).toHaveLength(2);
    for (const message of others)
      expect(message).toContain(`running on ${directory} (a process that is starting). Stop it`);
  });

  it('G24 is released immediately when its holder is killed', async () => {
    const directory = await newDirectory();
    const { child, lock } = await startContender(directory);
    expect(await lock()).toBe('has it');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const release = await lockDirectory(directory);
    await release();
    expect(await readdir(directory)).toEqual(['lock']);
    expect((await stat(join(directory, 'lock'))).size).toBe(0);
  });

  it('is acquired once a holder that is about to exit releases it, and is exclusive within a process', async () => {
    const directory = await newDirectory();
    const first = await lockDirectory(directory);
    const second = lockDirectory(directory);
    setTimeout(() => void first(), 300);
    const release = await second;
    await expect(lockDirectory(directory, 100)).rejects.toThrow('Another Waypost stack is running');
    await release();
  });

  it('G13 is rejected if its file is not a database', async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, 'lock'), 'x'.repeat(200));
    await expect(lockDirectory(directory)).rejects.toThrow(
      /lock cannot be locked .*: file is not a database/,
    );
  });
});
