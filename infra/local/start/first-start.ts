import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { type ImportKind, recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { DataLost, holdsObjects, isBeingFilled } from '../data-directory/lost-data.ts';
import { isEmpty } from '../database/tables.ts';
import { removeIfThere, replaceFile } from '../files/durable-file.ts';
import { isThere } from '../files/read-if-there.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { sampleLines } from '../sample/sample.ts';
import type { StackDescription } from './describe-stack.ts';
import { publishSample, SampleNotLoaded } from './first-publication.ts';

export interface FirstStart {
  readonly directory: DataDirectory;
  readonly description: StackDescription;
  readonly documents: DynamoDBDocumentClient;
  readonly functions: FunctionHost;
  readonly loadSample: boolean;
  readonly report: (line: string) => void;
}

const importSample = async ({ documents, description: { tables } }: FirstStart): Promise<number> => {
  const load = async (kind: ImportKind) => {
    const summary = await importRecords({
      kind,
      lines: sampleLines(kind),
      mode: 'replace',
      client: documents,
      tableName: tables[recordKinds[kind].table],
      onBadLine: ({ source, line, reason }) => {
        throw new SampleNotLoaded(`${source} line ${line}: ${reason}`);
      },
    });
    return summary.read;
  };
  await load('bill-types');
  await load('billers');
  await load('services');
  return load('locations');
};

const markAsUsed = async ({ initialisedFile, fillingFile }: DataDirectory, sample: boolean) => {
  await replaceFile(initialisedFile, JSON.stringify({ sample }));
  await removeIfThere(fillingFile);
};

/**
 * Whether the directory was used although it has lost its mark, which is then written anew: whatever is in its tables
 * is taken for the operator's own. Throws DataLost where the tables are empty and what was published is not.
 */
const wasUsedBefore = async ({ directory, documents, description, report }: FirstStart): Promise<boolean> => {
  const filled: string[] = [];
  for (const [role, tableName] of Object.entries(description.tables))
    if (!(await isEmpty({ client: documents, tableName }))) filled.push(role);
  if (filled.length === 0) {
    if (!(await holdsObjects(directory.objectsDirectory))) return false;
    throw new DataLost(
      `The tables hold nothing, though ${directory.objectsDirectory} holds what was published or imported from them. Restore the database from a copy, or begin anew in another folder: npm start -- --data-dir FOLDER`,
    );
  }
  await markAsUsed(directory, false);
  report(
    `${directory.initialisedFile} was missing and is written anew: the tables hold data (${filled.join(', ')}), which is taken for yours and stays. For the sample network name another folder: npm start -- --data-dir FOLDER`,
  );
  return true;
};

/**
 * Fills a data directory that was never used with the sample network, and publishes it. The directory counts as used
 * once that is done: a start that was killed half-way does it again. Throws SampleNotLoaded, also where it was killed and
 * is not to be done again; DataLost, UnreadableFile.
 */
export const provideSample = async (start: FirstStart): Promise<void> => {
  const { directory, description, functions, loadSample, report } = start;
  // A mark that cannot be read is there: the sample must not be loaded over what an operator has imported.
  if (await isThere(directory.initialisedFile)) return removeIfThere(directory.fillingFile);
  const isHalfLoaded = await isBeingFilled(directory);
  if (isHalfLoaded && !loadSample)
    throw new SampleNotLoaded(
      `${directory.path} holds a part of the sample network: the start that loaded it was killed. Start without --empty to finish loading it, or name another folder: npm start -- --empty --data-dir FOLDER`,
    );
  if (!isHalfLoaded && (await wasUsedBefore(start))) return;
  if (loadSample) {
    await replaceFile(directory.fillingFile, '{}');
    report('Loading the sample network');
    const locations = await importSample(start);
    report(`Publishing ${locations} locations`);
    await publishSample(functions, description.publisherFunction);
  }
  await markAsUsed(directory, loadSample);
};
