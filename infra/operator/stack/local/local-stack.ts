import { readFile } from 'node:fs/promises';
import { documentClient, s3Client } from '../../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { asWord } from '../../../local/command-words.ts';
import { dataFilesIn } from '../../../local/data-directory/data-files.ts';
import { countQueuedMessages, readDeadLetters } from '../../../local/jobs/read-jobs.ts';
import { stages } from '../../../stages/stages.ts';
import type { OperatedStack } from '../operated-stack.ts';
import { operatorPatience } from '../operator-patience.ts';
import { reportedImportIsRunning } from '../running-import.ts';
import { usualDataDirectory } from '../stack-options.ts';
import { importLockIsHeld, lockImports } from './import-lock.ts';
import { localGateway } from './local-gateway.ts';
import { localPublisher } from './local-publisher.ts';
import { nextRunOf } from './next-run.ts';
import { runningStack } from './running-stack.ts';
import { isSample, sampleIsReplaced } from './sample-network.ts';
import { userOfMachine } from './user-of-machine.ts';

/** A key of the stack's own that `npm start` leaves for the machine's owner. */
const ownersKey = async (dataDirectory: string): Promise<string | undefined> => {
  try {
    return (await readFile(dataFilesIn(dataDirectory).keyFile, 'utf8')).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** The stack that runs on a data directory, whatever the environment says of AWS. Throws OperatorError. */
export const localStack = async (dataDirectory: string): Promise<OperatedStack> => {
  const found = await runningStack(dataDirectory);
  const { region, credentials, tables, apiUrl } = found;
  const place = { ...operatorPatience, region, credentials };
  const database = documentClient({ ...place, endpoint: found.dynamoDbEndpoint });
  const client = s3Client({ ...place, endpoint: found.objectStoreEndpoint });
  const imports = sdkBucket(client, found.importBucket);
  return {
    command: (words) =>
      dataDirectory === usualDataDirectory ? words : `${words} --data-dir ${asWord(dataDirectory)}`,
    tables,
    apiUrl,
    maxUncheckedSeconds: found.catalogueCheckSeconds,
    authoriserCacheSeconds: stages.local.authoriserCacheSeconds,
    actor: async () => userOfMachine(),
    keyEnvironment: 'test',
    database,
    published: sdkBucket(client, found.publishedBucket),
    imports,
    gateway: localGateway(found),
    invokePublisher: localPublisher(found),
    readKey: () => ownersKey(dataDirectory),
    keySource: dataFilesIn(dataDirectory).keyFile,
    lockImports: (patienceSeconds) => lockImports(dataDirectory, patienceSeconds),
    importIsRunning: async () =>
      (await importLockIsHeld(dataDirectory)) || (await reportedImportIsRunning(imports)),
    queuedFiles: async () => countQueuedMessages(dataDirectory),
    isSample: (kind) => isSample(dataDirectory, kind),
    sampleIsReplaced: (kind) => sampleIsReplaced(dataDirectory, kind),
    nextRun: async () => nextRunOf(dataDirectory),
    deadLetters: async () => readDeadLetters(dataDirectory),
    close: () => {
      database.destroy();
      client.destroy();
    },
  };
};
