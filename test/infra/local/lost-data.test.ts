import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../../infra/local/files/data-files.ts';
import { refuseLostData } from '../../../infra/local/lost-data.ts';

it('G13 a data directory that was used is not begun anew where what it kept is gone', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-lost-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const files = dataFilesIn(directory);
  const refused = () => refuseLostData(files).catch(String);
  expect(await refused()).toBeUndefined();
  await writeFile(files.initialisedFile, '{}');
  expect(await refused()).toMatch(/database\.sqlite is missing or empty.*Restore it/);
  await writeFile(files.databaseFile, '');
  expect(await refused()).toMatch(/database\.sqlite is missing or empty/);
  await writeFile(files.databaseFile, 'rows');
  expect(await refused()).toMatch(/objects is missing.*waypost publish/);
  await mkdir(files.objectsDirectory);
  expect(await refused()).toBeUndefined();
});
