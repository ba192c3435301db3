import { spawn } from 'node:child_process';
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DataFiles, dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { networkTotal } from '../support/stack/network-total.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';

let folder: string;
let whole: string;
let directory: string;
beforeAll(async () => {
  folder = await newDataDirectory();
  whole = join(folder, 'whole');
  directory = join(folder, 'damaged');
  const stack = await startStackProcess({
    dataDirectory: whole,
    assemblyOf: inject('sharedStack').dataDirectory,
  });
  await stack.stop('SIGKILL');
});
afterAll(() => removeDataDirectory(folder));

const tryToStart = async () => {
  const start = spawn(process.execPath, ['infra/local/start.ts', '--port', '0', '--data-dir', directory]);
  const ended = new Promise<number | null>((resolve) => start.on('close', resolve));
  const [stderr, code] = await Promise.all([text(start.stderr), ended]);
  return { stderr, code };
};

const damagedState = async ({ stateFile }: DataFiles) => {
  await writeFile(stateFile, 'no database, or what is left of one');
  // The killed stack has left all of its pages here as well.
  await rm(`${stateFile}-wal`);
};

const damages: readonly (readonly [string, (files: DataFiles) => Promise<unknown>])[] = [
  ['database.sqlite', ({ databaseFile }) => writeFile(databaseFile, '')],
  ['objects', ({ objectsDirectory }) => rm(objectsDirectory, { recursive: true })],
  ['state.sqlite', damagedState],
];

describe('npm start on a damaged data directory', () => {
  it.each(damages)('G13 refuses, names %s and the way out (%#)', async (name, damage) => {
    await rm(directory, { recursive: true, force: true });
    await cp(whole, directory, { recursive: true });
    await damage(dataFilesIn(directory));
    const { stderr, code } = await tryToStart();
    expect(code).toBe(1);
    expect(stderr).toContain(name);
    expect(stderr).toMatch(/remove|restore/i);
    expect(stderr).not.toContain('    at ');
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('G13 starts where what tells of the last stack is damaged: it is written again', async () => {
    await rm(directory, { recursive: true, force: true });
    await cp(whole, directory, { recursive: true });
    const { stackFile } = dataFilesIn(directory);
    for (const file of [stackFile, join(directory, 'lock-holder.json')]) await writeFile(file, '{"pid":');
    const stack = await startStackProcess({ dataDirectory: directory });
    await stack.stop();
  });

  it('G13 starts where what was synthesised is cut off: it is made anew', async () => {
    await rm(directory, { recursive: true, force: true });
    await cp(whole, directory, { recursive: true });
    await truncate(join(dataFilesIn(directory).assemblyDirectory, 'manifest.json'), 1_000);
    const stack = await startStackProcess({ dataDirectory: directory });
    await stack.stop();
  });

  it('G13 loads no sample over what is there where the mark of use is gone', async () => {
    await rm(directory, { recursive: true, force: true });
    await cp(whole, directory, { recursive: true });
    const { initialisedFile } = dataFilesIn(directory);
    await rm(initialisedFile);
    const stack = await startStackProcess({ dataDirectory: directory, sample: true });
    expect(await networkTotal(stack)).toBe(0);
    expect(await readFile(initialisedFile, 'utf8')).toBe('{"sample":false}');
    await stack.stop();
  });
});
