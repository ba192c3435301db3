import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataFiles, dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { newDataDirectory, removeDataDirectory, startStackProcess } from '../support/stack/stack-process.ts';
import { networkTotal } from '../support/stack/stack-stores.ts';
import { startOwnStack } from './running-stack.ts';

let folder: string;
let whole: string;
let directory: string;
beforeAll(async () => {
  folder = await newDataDirectory();
  whole = join(folder, 'whole');
  directory = join(folder, 'damaged');
  const stack = await startOwnStack(whole);
  await stack.stop('SIGKILL');
});
afterAll(() => removeDataDirectory(folder));

const damageCopy = async (damage: (files: DataFiles) => Promise<unknown>): Promise<DataFiles> => {
  await rm(directory, { recursive: true, force: true });
  await cp(whole, directory, { recursive: true });
  const files = dataFilesIn(directory);
  await damage(files);
  return files;
};

describe('npm start on a damaged data directory', () => {
  it('G13 fails, and reports the damaged file and the remedy', async () => {
    await damageCopy(async ({ stateFile }) => {
      await writeFile(stateFile, 'no database, or what is left of one');
      // The killed stack also left all pages of the database in the write-ahead log.
      await rm(`${stateFile}-wal`);
    });
    const start = spawn(process.execPath, ['infra/local/start.ts', '--port', '0', '--data-dir', directory]);
    const ended = new Promise<number | null>((resolve) => start.on('close', resolve));
    const [stderr, code] = await Promise.all([text(start.stderr), ended]);
    expect(code).toBe(1);
    expect(stderr).toContain('state.sqlite');
    expect(stderr).toMatch(/remove|restore/i);
    expect(stderr).not.toContain('    at ');
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('G13 recreates damaged descriptions and assemblies, and does not load the sample over existing data', async () => {
    const { assemblyDirectory, initialisedFile } = await damageCopy(async (files) => {
      await rm(files.initialisedFile);
      await writeFile(files.stackFile, '{"pid":');
      await truncate(join(files.assemblyDirectory, 'portal', 'index.html'), 100);
      await truncate(join(files.assemblyDirectory, 'manifest.json'), 1_000);
    });
    // Left by a start that was killed. No process on Linux can have this id.
    const left = `${assemblyDirectory}-${2 ** 22}`;
    await mkdir(left);
    const stack = await startStackProcess({ dataDirectory: directory, sample: true });
    expect(await (await fetch(stack.url)).text()).toContain('</html>');
    expect(existsSync(left)).toBe(false);
    expect(await networkTotal(stack)).toBe(0);
    expect(await readFile(initialisedFile, 'utf8')).toBe('{"sample":false}');
    await stack.stop();
  });
});
