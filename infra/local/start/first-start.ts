import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { keyLookup, keyRepository } from '../../../shared/data-access/access/key-repository.ts';
import { storeCall } from '../../../shared/data-access/errors.ts';
import type { TableKind } from '../../../shared/data-access/importing/import-kinds.ts';
import { type BadLine, readImportLines } from '../../../shared/data-access/importing/import-lines.ts';
import { importRecords } from '../../../shared/data-access/importing/import-records.ts';
import { recordKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import type { Bucket } from '../../../shared/data-access/objects/bucket.ts';
import { DamagedPublication, readManifest } from '../../../shared/data-access/publishing/manifest.ts';
import type { Table } from '../../../shared/data-access/table.ts';
import { type ApiKey, hasExpired } from '../../../shared/domain/access/api-key.ts';
import { browserGrant } from '../../../shared/domain/access/browser-key.ts';
import { digestOfKey, parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import { type PublicationResult, publicationResult } from '../../../shared/domain/publication/publication.ts';
import { dataDirOption } from '../command-words.ts';
import {
  type DataDirectory,
  holdsObjects,
  loadingMark,
  startNew,
  UnusableDataDirectory,
  useOf,
} from '../data-directory/data-directory.ts';
import { readIfThere, replaceFile } from '../data-directory/durable-file.ts';
import type { StackFile } from '../data-directory/stack-file.ts';
import { createTables, isEmpty } from '../database/tables.ts';
import type { FunctionHost, Invocation } from '../functions/function-host.ts';

export interface FirstStart {
  readonly directory: DataDirectory;
  readonly documents: DynamoDBDocumentClient;
  readonly report: (line: string) => void;
}

/** Kinds of records in the sample network, in the order in which they are loaded. */
export const sampleKinds = [
  'bill-types',
  'billers',
  'services',
  'locations',
  'holidays',
] as const satisfies readonly TableKind[];
export type SampleKind = (typeof sampleKinds)[number];

/** Returns the import file of the sample network for a kind of record. `npm run sample` writes it. */
export const sampleFile = (kind: SampleKind): URL => new URL(`../sample/${kind}.ndjson.gz`, import.meta.url);

/** Tables by role, needed before the templates are ready. `npm run sample` writes the file; a test compares it. */
export const tablesFile = new URL('./tables.json', import.meta.url);

const tablesByRole = z.record(
  z.string(),
  z.object({ name: z.string(), properties: z.record(z.string(), z.unknown()) }),
);

/**
 * Prepares a new data directory: loads the sample network into its tables if requested, and then marks the directory as
 * used. If the process is killed in the meantime, the next start loads the sample again. Throws UnusableDataDirectory.
 */
export const beginFirstUse = async (
  start: FirstStart & { readonly loadSample: boolean },
  file = tablesFile,
): Promise<void> => {
  const { directory, documents, loadSample, report } = start;
  const use = await useOf(directory);
  if (use === 'used') return;
  if (use === 'loading' && !loadSample)
    throw new UnusableDataDirectory(
      `${directory.path} contains only a part of the sample network, because the start that loaded it was killed. Start without --empty to finish loading it, or name another folder: npm start -- --empty --data-dir FOLDER`,
    );
  const markAsUsed = (sample: boolean) => replaceFile(directory.initialisedFile, JSON.stringify({ sample }));
  const tables = tablesByRole.parse(JSON.parse(await readFile(file, 'utf8')));
  await createTables(documents, Object.values(tables));
  if (use === 'new') {
    const filled: string[] = [];
    for (const [role, { name }] of Object.entries(tables))
      if (!(await isEmpty({ client: documents, tableName: name }))) filled.push(role);
    if (filled.length > 0) {
      await markAsUsed(false);
      return report(
        `${directory.initialisedFile} was missing and has been written again. The tables contain data (${filled.join(', ')}), which is kept. For the sample network, ${startNew}`,
      );
    }
    if (await holdsObjects(directory.objectsDirectory))
      throw new UnusableDataDirectory(
        `The tables are empty, but ${directory.objectsDirectory} contains published or imported files. Restore the database from a copy, or ${startNew}`,
      );
  }
  if (loadSample) {
    await replaceFile(directory.initialisedFile, loadingMark);
    report('Loading the sample network');
    for (const kind of sampleKinds) {
      const load = {
        kind,
        // The reader gets the error, even if it begins to read later.
        lines: readImportLines(
          `sample ${kind}`,
          createReadStream(sampleFile(kind)).on('error', () => {}),
        ),
        mode: 'replace' as const,
        client: documents,
        tableName: tables[recordKinds[kind].table]?.name ?? '',
        onBadLine: ({ source, line, reason }: BadLine) => {
          throw new Error(`${source} line ${line}: ${reason}`);
        },
      };
      await storeCall('loading the sample network', () => importRecords(load));
    }
  }
  await markAsUsed(loadSample);
};

interface Publication extends Pick<FirstStart, 'report'> {
  readonly publisherFunction: string;
  readonly dataDirectory: string;
  readonly bucket: Bucket;
  readonly invoke: FunctionHost['invoke'];
}

/**
 * Publishes the stored network before the stack responds to requests, if no readable version is published: on the first
 * start, or after the published files were lost. A failure is only reported. Returns whether the network is published.
 */
export const publishIfUnpublished = async (publication: Publication): Promise<boolean> => {
  const { publisherFunction, dataDirectory, bucket, report } = publication;
  const manifest = await readManifest(bucket).catch((error: unknown) => {
    if (error instanceof DamagedPublication) return undefined;
    throw error;
  });
  if (manifest?.kind === 'found') return true;
  report('Publishing the network');
  const outcome = await publication.invoke(publisherFunction, { reason: 'start' });
  const result = outcome.kind === 'result' ? publicationResult.safeParse(outcome.payload).data : undefined;
  if (result && 'version' in result) return true;
  const publish = `npx waypost publish${dataDirOption(dataDirectory)}`;
  report(`The network was not published: ${whyUnpublished(outcome, result)}. To publish it: ${publish}`);
  return false;
};

/** Returns why nothing was published, as a clause. `waypost publish` explains more. */
const whyUnpublished = (outcome: Invocation, result: PublicationResult | undefined): string => {
  if (outcome.kind === 'failed') return `${outcome.errorType}: ${outcome.errorMessage}`;
  if (outcome.kind === 'timed-out') return 'the publisher timed out';
  if (result?.status === 'held') return 'an unfinished import or restore, or a rollback, blocks publications';
  return result?.status === 'refused' ? result.why : 'the publisher returned an unexpected response';
};

const readyMadeKeyDays = 90;
/** The owner's key is replaced at startup if it expires sooner, so that it does not expire while the stack runs. */
const renewalDays = 30;

/**
 * Returns the portal locator's browser key, which never expires. Issues the key on the first start, keeps it in the
 * data directory, and updates its origins, because they contain the port.
 */
export const provideLocatorKey = async (
  { directory, documents }: Pick<FirstStart, 'directory' | 'documents'>,
  tables: StackFile['tables'],
  port: string,
): Promise<string> => {
  const origins = ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${port}`).origin);
  const change = { by: 'waypost', reason: "for the locator of this machine's portal" };
  const keys = keyRepository({ client: documents, tables });
  const token = (await readIfThere(directory.locatorKeyFile))?.trim() ?? '';
  const key = await keyOfToken({ client: documents, tableName: tables.apiKeys }, token);
  if (key?.origins && !hasExpired(key, new Date())) {
    const remove = key.origins.filter((origin) => !origins.includes(origin));
    await keys.changeOrigins(key.keyId, { add: origins, remove }, change);
    return token;
  }
  const granted = { ...browserGrant, scopes: [...browserGrant.scopes], origins, sandbox: true as const };
  const issued = await keys.issue({ client: 'local locator', ...granted }, change);
  await replaceFile(directory.locatorKeyFile, `${issued.token}\n`);
  return issued.token;
};

/** Returns the record of a key, or undefined if the stack does not accept the key. */
const keyOfToken = async (table: Table, token: string): Promise<ApiKey | undefined> => {
  const keyId = parseKeyToken(token)?.keyId;
  const key = keyId === undefined ? undefined : await keyLookup(table).find(keyId);
  return key?.status === 'ACTIVE' && key.digest === digestOfKey(token).toString('hex') ? key : undefined;
};

/**
 * Issues a key for the machine's owner and writes it to the data directory, unless there is one that does not expire
 * soon. A key that the stack does not accept is reported, but kept, because its owner may still need it. Returns
 * whether the stack accepts the key in the file.
 */
export const provideReadyMadeKey = async (
  { directory, documents, report }: FirstStart,
  tables: StackFile['tables'],
  now: () => Date = () => new Date(),
): Promise<boolean> => {
  const issue = async (reason: string): Promise<void> => {
    const { token } = await keyRepository({ client: documents, tables, now }).issue(
      {
        client: 'local developer',
        scopes: [...services],
        plan: 'partner',
        environment: 'test',
        expiresAt: new Date(now().getTime() + readyMadeKeyDays * dayMilliseconds).toISOString(),
      },
      { by: 'waypost', reason },
    );
    await replaceFile(directory.keyFile, `${token}\n`);
  };
  const found = await readIfThere(directory.keyFile);
  if (found === undefined) {
    await issue('for the owner of this machine, at the first start');
    return true;
  }
  const key = await keyOfToken({ client: documents, tableName: tables.apiKeys }, found.trim());
  if (key === undefined) {
    report(
      `The key in ${directory.keyFile} is not valid for this stack. To get a new one, remove the file and start again`,
    );
    return false;
  }
  const renewAt = new Date(now().getTime() + renewalDays * dayMilliseconds);
  if (hasExpired(key, renewAt)) {
    await issue(`for the owner of this machine, because ${key.keyId} expires at ${key.expiresAt}`);
    report(
      `The key in ${directory.keyFile} expires at ${key.expiresAt}. The file has a new key; the old key is valid until then`,
    );
  }
  return true;
};
