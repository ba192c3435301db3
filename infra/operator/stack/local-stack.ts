import { readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import * as z from 'zod';
import { documentClient, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import type { GuardedKind, PublicationRequest } from '../../../shared/domain/publication/publication.ts';
import { asWord, dataDirOption, defaultDataDirectory } from '../../local/command-words.ts';
import { dataFilesIn } from '../../local/data-directory/data-files.ts';
import { readIfThere, replaceFile, UnreadableFile } from '../../local/data-directory/durable-file.ts';
import {
  isAlive,
  readStackFile,
  type StackFile,
  UnreadableStackFile,
} from '../../local/data-directory/stack-file.ts';
import { countQueuedMessages, readDeadLetters, readNextRun } from '../../local/jobs/read-jobs.ts';
import { stages } from '../../stages/stages.ts';
import { errorMessage, OperatorError } from '../errors.ts';
import { type ClientGateway, type Invocation, type OperatedStack, operatorLimits } from './operated-stack.ts';

/** Opens the stack that uses a data directory. Ignores AWS settings in the environment. Throws OperatorError. */
export const localStack = async (dataDirectory: string): Promise<OperatedStack> => {
  const found = await runningStack(dataDirectory);
  const { region, credentials, tables, apiUrl } = found;
  const place = { ...operatorLimits, region, credentials };
  const database = documentClient({ ...place, endpoint: found.dynamoDbEndpoint });
  const client = s3Client({ ...place, endpoint: found.objectStoreEndpoint });
  const { keyFile } = dataFilesIn(dataDirectory);
  return {
    command: (words) => `${words}${dataDirOption(dataDirectory)}`,
    tables,
    apiUrl,
    maxUncheckedSeconds: found.catalogueCheckSeconds,
    authoriserCacheSeconds: stages.local.authoriserCacheSeconds,
    actor: async () => `${userName()}@${hostname()}`,
    hasFirewall: false,
    portalOrigins: async () => {
      throw new OperatorError('`npm start` issues the portal key of a local stack', {
        remedy: 'Choose a stage with --stage',
      });
    },
    keyEnvironment: 'test',
    database,
    published: sdkBucket(client, found.publishedBucket),
    imports: sdkBucket(client, found.importBucket),
    gateway: localGateway(found),
    invokePublisher: (request) => invokePublisher(found, request),
    // `npm start` writes a key for the owner of the machine.
    readKey: async () => (await readFile(keyFile, 'utf8').catch(() => '')).trim() || undefined,
    keySource: keyFile,
    queuedFiles: async () => countQueuedMessages(dataDirectory),
    isSample: async (kind) => (await readSample(dataDirectory))[kind],
    markSampleReplaced: (kind) => markSampleReplaced(dataDirectory, kind),
    nextRun: async () => {
      const next = readNextRun(dataDirectory);
      return next && { at: new Date(next.nextRunAt).toISOString(), period: next.everyMinutes * 60_000 };
    },
    deadLetters: async () => readDeadLetters(dataDirectory),
    redrive: (discard) => redrive(found, discard),
    close: () => {
      database.destroy();
      client.destroy();
    },
  };
};

const runningStack = async (dataDirectory: string): Promise<StackFile> => {
  const stack = await readStackFile(dataDirectory).catch((cause: unknown) => {
    if (cause instanceof UnreadableStackFile || cause instanceof UnreadableFile)
      throw new OperatorError(cause.message, { code: 'no_stack', cause });
    throw cause;
  });
  if (stack && isAlive(stack.pid) && (await responds(stack.dynamoDbEndpoint))) return stack;
  const start =
    dataDirectory === defaultDataDirectory ? 'npm start' : `npm start -- --data-dir ${asWord(dataDirectory)}`;
  throw new OperatorError(`no Waypost stack is running on ${dataDirectory}`, {
    code: 'no_stack',
    remedy: `Start one with \`${start}\`, or specify its folder with --data-dir`,
  });
};

/** Whether anything responds at the endpoint, even with an error. A busy machine may take seconds. */
const responds = (endpoint: string): Promise<boolean> =>
  fetch(endpoint, { signal: AbortSignal.timeout(10_000) }).then(
    async ({ body }) => {
      await body?.cancel();
      return true;
    },
    () => false,
  );

/** Returns the name of the user, or the user's id if the system has no name for it, as in many containers. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
};

type ControlAccess = Pick<StackFile, 'controlEndpoint' | 'credentials'>;

const callControl = async (
  { controlEndpoint, credentials }: ControlAccess,
  path: string,
  request: { readonly method: 'POST' | 'DELETE'; readonly body?: string },
  timeout: number,
): Promise<Response> => {
  const headers = { authorization: `Bearer ${credentials.secretAccessKey}` };
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(new URL(path, controlEndpoint), { ...request, headers, signal });
  if (!response.ok) {
    const code = response.status === 403 ? 'access_denied' : 'failed';
    throw new OperatorError(`the stack responded with status ${response.status}`, { code });
  }
  return response;
};

/** Longer than any publication on one machine, but less than the 5 minutes after which fetch gives up without data. */
const publishMilliseconds = 290_000;

const invokePublisher = async (stack: StackFile, request: PublicationRequest): Promise<Invocation> => {
  const path = `/2015-03-31/functions/${encodeURIComponent(stack.publisherFunction)}/invocations`;
  const body = JSON.stringify(request);
  const response = await callControl(stack, path, { method: 'POST', body }, publishMilliseconds);
  return { body: await response.json(), failed: response.headers.has('x-amz-function-error') };
};

/** The local gateway stores no clients. It accepts the keys that the authoriser accepts, and caches them for 1 s. */
const localGateway = (stack: ControlAccess): ClientGateway => ({
  differences: async () => [],
  maxPendingMilliseconds: 0,
  async evictKeys() {
    const path = '/restapis/local/stages/local/cache/authorizers';
    await callControl(stack, path, { method: 'DELETE' }, 5_000).catch((cause: unknown) => {
      throw new OperatorError(
        `the gateway did not confirm that it evicted its cached keys (${errorMessage(cause)})`,
        { remedy: 'They expire within a second. Run the command again to be sure', cause },
      );
    });
  },
});

const count = z.int().default(0);
const redriven = z.object({ redriven: count, kept: count, deleted: count });

const redrive = async (stack: ControlAccess, discard: boolean) => {
  const method = discard ? 'DELETE' : 'POST';
  const response = await callControl(stack, '/dead-letters', { method }, 30_000);
  return redriven.parse(await response.json());
};

const firstUse = z
  .object({ sample: z.boolean(), sampleServices: z.boolean().optional() })
  // A file without `sampleServices` means that both were loaded together.
  .transform(({ sample, sampleServices = sample }) => ({ locations: sample, services: sampleServices }));

const readSample = async (dataDirectory: string): Promise<Readonly<Record<GuardedKind, boolean>>> => {
  try {
    const text = await readIfThere(dataFilesIn(dataDirectory).initialisedFile);
    return firstUse.parse(JSON.parse(text ?? ''));
  } catch {
    // If the file cannot be read, the records may not be a sample, so they are protected.
    return { locations: false, services: false };
  }
};

const markSampleReplaced = async (dataDirectory: string, kind?: GuardedKind): Promise<void> => {
  const { locations, services } = await readSample(dataDirectory);
  const mark = { sample: locations && kind === 'services', sampleServices: services && kind === 'locations' };
  await replaceFile(dataFilesIn(dataDirectory).initialisedFile, JSON.stringify(mark));
};
