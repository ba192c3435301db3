import { readFile } from 'node:fs/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keyLookup, keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { type ImportKind, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { hasExpired } from '../../../shared/domain/access/api-key.ts';
import { digestOfKey, parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { services } from '../../../shared/domain/access/service.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { isThere, readIfThere, removeIfThere, replaceFile } from '../data-directory/durable-file.ts';
import type { StackFile } from '../data-directory/stack-file.ts';
import { createTables, isEmpty } from '../database/tables.ts';
import { sampleLines } from '../sample/sample.ts';
import { DataLost, holdsObjects, isBeingFilled } from './lost-data.ts';
import { publishAtStart, type StartingNetwork } from './publish-at-start.ts';

/** The sample could not be loaded or published. */
export class SampleNotLoaded extends Error {
  override readonly name = 'SampleNotLoaded';
}

export interface FirstStart {
  readonly directory: DataDirectory;
  readonly documents: DynamoDBDocumentClient;
  readonly loadSample: boolean;
  readonly report: (line: string) => void;
}

/** What a directory was before this start: in use, or empty, or filled with the sample by this start. */
export type FirstUse = 'used' | 'empty' | 'filled';

const tableOfRole = z.object({ name: z.string(), properties: z.record(z.string(), z.unknown()) });
const tablesByRole = z.record(z.string(), tableOfRole);
type TablesByRole = z.infer<typeof tablesByRole>;

/**
 * The tables by their roles, as the templates have them. The sample is loaded into them while the app is synthesised;
 * `npm run sample` writes the file, and a test compares it with the templates.
 */
export const tablesFile = new URL('./tables.json', import.meta.url);

const readTables = async (): Promise<TablesByRole> =>
  tablesByRole.parse(JSON.parse(await readFile(tablesFile, 'utf8')));

/**
 * Loads the sample network into the tables of a directory that was never used, unless it is to be empty. A start that is
 * killed meanwhile does it again. Throws SampleNotLoaded, also if an earlier start was killed and `loadSample` is false;
 * DataLost, UnreadableFile.
 */
export const loadSampleOnce = async (start: FirstStart, tables?: TablesByRole): Promise<FirstUse> => {
  const { directory, documents, loadSample, report } = start;
  const { initialisedFile, fillingFile } = directory;
  // A mark that cannot be read is there: the sample must not be loaded over what an operator has imported.
  if (await isThere(initialisedFile)) {
    await removeIfThere(fillingFile);
    return 'used';
  }
  const isHalfLoaded = await isBeingFilled(directory);
  if (isHalfLoaded && !loadSample)
    throw new SampleNotLoaded(
      `${directory.path} holds a part of the sample network: the start that loaded it was killed. Start without --empty to finish loading it, or name another folder: npm start -- --empty --data-dir FOLDER`,
    );
  const described = tables ?? (await readTables());
  await createTables(documents, Object.values(described));
  if (!isHalfLoaded && (await wasUsedBefore(start, described))) return 'used';
  if (!loadSample) return 'empty';
  await replaceFile(fillingFile, '{}');
  report('Loading the sample network');
  for (const kind of ['bill-types', 'billers', 'services', 'locations'] as const)
    await importSample(documents, kind, described[recordKinds[kind].table]?.name ?? '');
  return 'filled';
};

const importSample = (client: DynamoDBDocumentClient, kind: ImportKind, tableName: string) =>
  importRecords({
    kind,
    lines: sampleLines(kind),
    mode: 'replace',
    client,
    tableName,
    onBadLine: ({ source, line, reason }) => {
      throw new SampleNotLoaded(`${source} line ${line}: ${reason}`);
    },
  });

/**
 * Whether the directory was used although its mark is missing, which is then written again: whatever is in its tables is
 * taken for the operator's own. Throws DataLost if the tables are empty and what was published is not.
 */
const wasUsedBefore = async (
  { directory, documents, report }: FirstStart,
  tables: TablesByRole,
): Promise<boolean> => {
  const filled: string[] = [];
  for (const [role, { name }] of Object.entries(tables))
    if (!(await isEmpty({ client: documents, tableName: name }))) filled.push(role);
  if (filled.length === 0) {
    if (!(await holdsObjects(directory.objectsDirectory))) return false;
    throw new DataLost(
      `The tables hold nothing, though ${directory.objectsDirectory} holds what was published or imported from them. Restore the database from a copy, or start with a new folder: npm start -- --data-dir FOLDER`,
    );
  }
  await markAsUsed(directory, false);
  report(
    `${directory.initialisedFile} was missing and is written again: the tables hold data (${filled.join(', ')}), which is taken for yours and stays. For the sample network name another folder: npm start -- --data-dir FOLDER`,
  );
  return true;
};

/**
 * Publishes the sample if this start has loaded it, and marks the directory as used. Only a version that is there counts:
 * without one the network would be empty until the schedule's next run. Throws SampleNotLoaded.
 */
export const finishFirstUse = async (use: FirstUse, start: FirstStart & StartingNetwork): Promise<void> => {
  if (use === 'used') return;
  if (use === 'filled') {
    start.report('Publishing the sample network');
    const failure = await publishAtStart(start);
    if (failure !== undefined) throw new SampleNotLoaded(`The sample was not published: ${failure}`);
  }
  await markAsUsed(start.directory, use === 'filled');
};

const markAsUsed = async ({ initialisedFile, fillingFile }: DataDirectory, sample: boolean) => {
  await replaceFile(initialisedFile, JSON.stringify({ sample }));
  await removeIfThere(fillingFile);
};

/**
 * Issues the key that a newcomer finds in the data directory, unless one is there. One that does not open the stack is
 * reported and stays: its owner may want neither to lose it nor to have another. Returns whether the key that is there
 * now opens the stack. Throws UnreadableFile, StoreUnavailable.
 */
export const provideReadyMadeKey = async ({
  directory,
  documents,
  tables,
  report,
}: Omit<FirstStart, 'loadSample'> & Pick<StackFile, 'tables'>): Promise<boolean> => {
  const found = await readIfThere(directory.keyFile);
  if (found !== undefined) {
    const token = found.trim();
    const keyId = parseKeyToken(token)?.keyId;
    const keys = keyLookup({ client: documents, tableName: tables.apiKeys });
    const key = keyId === undefined ? undefined : await keys.find(keyId);
    const opens =
      key?.status === 'ACTIVE' &&
      !hasExpired(key, new Date()) &&
      key.digest === digestOfKey(token).toString('hex');
    if (!opens)
      report(
        `The key in ${directory.keyFile} does not open this stack. Remove the file and start again for a new one`,
      );
    return opens;
  }
  const { token } = await keyRepository({ client: documents, tables }).issue(
    { client: 'local developer', scopes: [...services], plan: 'unlimited', environment: 'test' },
    { by: 'waypost', reason: 'for the owner of this machine, at the first start' },
  );
  await replaceFile(directory.keyFile, `${token}\n`);
  return true;
};
