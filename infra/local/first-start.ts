import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { apiKeyAdministration } from '../../shared/data-access/access/api-key-administration.ts';
import { dynamoDbApiKeyRegister } from '../../shared/data-access/access/dynamodb-api-key-register.ts';
import type { ImportLine } from '../../shared/data-access/import/import-line.ts';
import { importRecords } from '../../shared/data-access/import/import-records.ts';
import { type ImportKind, recordKinds } from '../../shared/data-access/import/record-kind.ts';
import type { Table } from '../../shared/data-access/table.ts';
import { hasExpired } from '../../shared/domain/access/key-expiry.ts';
import { digestOfKey, parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { services } from '../../shared/domain/access/service.ts';
import type { DataDirectory } from './data-directory.ts';
import { filledTables } from './database/filled-tables.ts';
import type { StackDescription } from './describe-stack.ts';
import { removeIfThere, replaceFile } from './files/durable-file.ts';
import { readIfThere } from './files/read-if-there.ts';
import { publishSample, SampleNotLoaded } from './first-publication.ts';
import type { FunctionHost } from './functions/function-host.ts';
import { DataLost, holdsObjects, isBeingFilled } from './lost-data.ts';
import { sampleBillerLines, sampleBillTypeLines } from './sample/biller-lines.ts';
import { sampleLocationLines } from './sample/location-lines.ts';
import { sampleServices } from './sample/service-lines.ts';

export interface FirstStart {
  readonly directory: DataDirectory;
  readonly description: StackDescription;
  readonly documents: DynamoDBDocumentClient;
  readonly functions: FunctionHost;
  readonly loadSample: boolean;
  readonly report: (line: string) => void;
}

type Line = Readonly<Record<string, unknown>>;

async function* asImportLines(source: string, lines: Iterable<Line>): AsyncGenerator<ImportLine> {
  let line = 0;
  for (const each of lines) yield { source, line: ++line, bytes: Buffer.from(JSON.stringify(each)) };
}

const importSample = async ({ documents, description: { tables } }: FirstStart): Promise<number> => {
  const load = async (kind: ImportKind, lines: Iterable<Line>) => {
    const summary = await importRecords({
      kind,
      lines: asImportLines(`sample ${kind}`, lines),
      mode: 'replace',
      client: documents,
      tableName: tables[recordKinds[kind].table],
      onBadLine: ({ source, line, reason }) => {
        throw new SampleNotLoaded(`${source} line ${line}: ${reason}`);
      },
    });
    return summary.read;
  };
  await load('bill-types', sampleBillTypeLines);
  await load('billers', sampleBillerLines());
  await load(
    'services',
    sampleServices.map(({ line }) => line),
  );
  return load('locations', sampleLocationLines());
};

/** A mark that cannot be read may be there: the sample must not be loaded over what an operator has imported. */
const isThere = async (file: string): Promise<boolean> => (await readIfThere(file)) !== undefined;

const markAsUsed = async ({ initialisedFile, fillingFile }: DataDirectory, sample: boolean) => {
  await replaceFile(initialisedFile, JSON.stringify({ sample }));
  await removeIfThere(fillingFile);
};

/**
 * Whether the directory was used although it has lost its mark, which is then written anew: whatever is in its tables
 * is taken for the operator's own. Throws DataLost where the tables are empty and what was published is not.
 */
const wasUsedBefore = async ({ directory, documents, description, report }: FirstStart): Promise<boolean> => {
  const filled = await filledTables(documents, description.tables);
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
 * once that is done: a start that was killed half-way does it again. Throws SampleNotLoaded, DataLost, UnreadableFile.
 */
export const provideSample = async (start: FirstStart): Promise<void> => {
  const { directory, description, functions, loadSample, report } = start;
  if (await isThere(directory.initialisedFile)) return removeIfThere(directory.fillingFile);
  if (!(await isBeingFilled(directory)) && (await wasUsedBefore(start))) return;
  if (loadSample) {
    await replaceFile(directory.fillingFile, '{}');
    report('Loading the sample network');
    const locations = await importSample(start);
    report(`Publishing ${locations} locations`);
    await publishSample(functions, description.publisherFunction);
  }
  await markAsUsed(directory, loadSample);
};

/** Whether a key opens this stack: it was issued here, and has neither been revoked nor expired. */
const isGood = async (token: string, keys: Table): Promise<boolean> => {
  const keyId = parseKeyToken(token)?.keyId;
  const record = keyId === undefined ? undefined : await dynamoDbApiKeyRegister(keys).find(keyId);
  if (record?.status !== 'ACTIVE' || hasExpired(record, new Date())) return false;
  return record.digest === digestOfKey(token).toString('hex');
};

/**
 * Issues the key that a newcomer finds in the data directory, unless one is there. One that does not open the stack is
 * told of and left: whoever put or revoked it may want neither to lose it nor to have another. Throws UnreadableFile,
 * StoreUnavailable.
 */
export const provideReadyMadeKey = async ({
  directory,
  documents,
  description: { tables },
  report,
}: Pick<FirstStart, 'directory' | 'documents' | 'description' | 'report'>): Promise<void> => {
  const found = await readIfThere(directory.keyFile);
  if (found !== undefined) {
    if (!(await isGood(found.trim(), { client: documents, tableName: tables.apiKeys })))
      report(
        `The key in ${directory.keyFile} does not open this stack. Remove the file and start again for a new one`,
      );
    return;
  }
  const { token } = await apiKeyAdministration({ client: documents, tables }).issue(
    { client: 'local developer', scopes: [...services], plan: 'unlimited', environment: 'test' },
    { by: 'waypost', reason: 'for the owner of this machine, at the first start' },
  );
  await replaceFile(directory.keyFile, `${token}\n`);
};
