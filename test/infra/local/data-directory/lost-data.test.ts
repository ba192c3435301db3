import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type DataFiles, dataFilesIn } from '../../../../infra/local/data-directory/data-files.ts';
import { refuseLostData } from '../../../../infra/local/start/lost-data.ts';

const freshFiles = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-lost-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { path: directory, ...dataFilesIn(directory) };
};

const make = {
  mark: ({ initialisedFile }: DataFiles) => writeFile(initialisedFile, '{}'),
  filling: ({ fillingFile }: DataFiles) => writeFile(fillingFile, '{}'),
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

const noDatabase = /^DataLost: The database \S+database\.sqlite is missing or empty.*Restore it.*--data-dir/;
const noState = /^DataLost: The file \S+state\.sqlite is missing or empty.*Restore it.*--data-dir/;
const noObjects = /^DataLost: The folder \S+objects is missing.*Restore it.*make an empty one/;

const combinations: readonly (readonly [readonly Part[], RegExp | undefined])[] = [
  [[], undefined],
  [['objects'], noDatabase],
  [['empty objects'], undefined],
  [['database'], noObjects],
  [['database', 'state', 'empty objects'], undefined],
  [['database', 'state', 'objects'], undefined],
  [['database', 'objects'], noState],
  [['mark', 'database', 'objects'], noState],
  [['empty database', 'objects'], noDatabase],
  [['mark'], noDatabase],
  [['mark', 'objects'], noDatabase],
  [['mark', 'empty objects'], noDatabase],
  [['mark', 'empty database', 'objects'], noDatabase],
  [['mark', 'database'], noObjects],
  [['mark', 'database', 'state', 'objects'], undefined],
  // A first start that was killed is done again, whatever it had come to.
  [['filling'], undefined],
  [['filling', 'database'], undefined],
  [['filling', 'objects'], undefined],
  [['filling', 'mark', 'objects'], noDatabase],
  [['database', 'mark', 'file for objects'], /^DataLost: \S+objects is no folder.*Move that file away/],
];

it.each(combinations)(
  'G13 a data directory that holds %j is begun, gone on with or refused',
  async (parts, refusal) => {
    const files = await freshFiles();
    for (const part of parts) await make[part](files);
    const refused = await refuseLostData(files).catch(String);
    if (refusal) expect(refused).toMatch(refusal);
    else expect(refused).toBeUndefined();
  },
);

it('misses no database where the tables are elsewhere', async () => {
  const files = await freshFiles();
  await make.mark(files);
  await make.objects(files);
  await make.state(files);
  await refuseLostData(files, false);
  await rm(files.objectsDirectory, { recursive: true });
  await expect(refuseLostData(files, false)).rejects.toThrow(/objects is missing/);
});
