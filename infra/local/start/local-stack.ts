import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bulkLimits, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { forceReleaseLease } from '../../../shared/data-access/publishing/lease.ts';
import { planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import { synthesise } from '../assembly/synthesise.ts';
import { systemClock } from '../clock.ts';
import { startControlEndpoint } from '../control/control-endpoint.ts';
import { openDataDirectory } from '../data-directory/data-directory.ts';
import { openLog } from '../data-directory/log-file.ts';
import { removeStackFile, writeStackFile } from '../data-directory/stack-file.ts';
import { isEmpty } from '../database/tables.ts';
import { openEventBuses } from '../events/event-bus.ts';
import { startEventEndpoint } from '../events/event-endpoint.ts';
import { threadedFunctionHost } from '../functions/threaded-function-host.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { listen } from '../http/listening.ts';
import { openJobs } from '../jobs/jobs.ts';
import { queueSender } from '../jobs/queues.ts';
import { servePortal } from '../portal/portal.ts';
import { openState } from '../state.ts';
import { readDeployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';
import { startBackgroundWork } from './background-work.ts';
import { describeStack } from './describe-stack.ts';
import { finishFirstUse, loadSampleOnce, provideReadyMadeKey } from './first-start.ts';
import { refuseLostData } from './lost-data.ts';
import { publishIfUnpublished } from './publish-at-start.ts';
import { startStores } from './stores.ts';

export interface LocalStackOptions {
  readonly port: number;
  readonly dataDirectory: string;
  /** Whether a data directory that was never used gets the sample network. */
  readonly loadSample: boolean;
  /** Receives what is being done, a line each. */
  readonly report: (line: string) => void;
  /** Ends a synthesis in progress. */
  readonly signal?: AbortSignal;
}

export interface LocalStack {
  readonly url: string;
  /** File with the ready-made key; absent if its key does not open the stack, which was reported. */
  readonly keyFile?: string;
  /** Whether it had no location when it was started. */
  readonly isEmpty: boolean;
  close(): Promise<void>;
}

/**
 * Starts the whole of Waypost on this machine from its synthesised templates, and resolves when requests are answered.
 * Throws PortTaken, TooFewOpenFiles, DataDirectoryInUse, DataLost, DamagedState, SampleNotLoaded, NoEmbeddedEngine or
 * SynthesisFailed, with nothing left running.
 */
export const startLocalStack = async (options: LocalStackOptions): Promise<LocalStack> => {
  const { port, dataDirectory, loadSample, report, signal } = options;
  await using stop = new AsyncDisposableStack();

  await refuseFewOpenFiles();
  await refuseTakenPort(port);
  const directory = await openDataDirectory(dataDirectory);
  stop.defer(() => directory.release());
  await refuseLostData(directory, !process.env.AWS_ENDPOINT_URL_DYNAMODB);
  const state = openState(directory.stateFile);
  stop.defer(() => state.close());
  const log = openLog(directory, stop);
  const tell = (line: string) => log.stores({ line });
  const closing = new AbortController();
  const context = { state, jobs: openJobs(state), clock: systemClock, log: tell, stop: closing.signal };

  report('Synthesising the app and starting the stores');
  const synthesising = new AbortController();
  stop.defer(() => synthesising.abort());
  signal?.addEventListener('abort', () => synthesising.abort());
  const assembly = synthesise(directory.assemblyDirectory, synthesising.signal);
  // Awaited below: until then a failure of the stores comes first.
  assembly.catch(() => {});
  const stores = await startStores(directory, state, tell, stop);
  const { documents } = stores;
  const firstStart = { directory, documents, loadSample, report };
  const use = await loadSampleOnce(firstStart);
  await assembly;
  const deployment = await readDeployment(directory.assemblyDirectory);
  await stores.hold(deployment);

  const buses = openEventBuses({
    state,
    buses: deployment.eventBuses,
    rules: deployment.rules,
    send: queueSender(context),
    log: tell,
  });
  const events = await startEventEndpoint(buses, directory.credentials);
  stop.defer(() => events.close());
  const functions = threadedFunctionHost({
    functions: deployment.functions,
    runtimeEnvironment: { ...stores.environment, AWS_ENDPOINT_URL_EVENTBRIDGE: events.endpoint },
    log: log.functions,
  });
  stop.defer(() => functions.close());
  let gateway: Gateway | undefined;
  const control = await startControlEndpoint({
    functions,
    flushAuthoriserCache: () => gateway?.flushAuthoriserCache(),
    deadLetters: context.jobs,
    secret: directory.credentials.secretAccessKey,
  });
  stop.defer(() => control.close());

  const description = describeStack(deployment, stores, control.endpoint, directory.credentials);
  const { publisherFunction, tables } = description;
  const client = s3Client({
    ...bulkLimits,
    endpoint: stores.objectStoreEndpoint,
    region: localRegion,
    credentials: directory.credentials,
  });
  stop.defer(() => client.destroy());
  const bucket = sdkBucket(client, description.publishedBucket);
  // Publishers are threads of this process, so the lock on the data directory proves that whoever has it is dead.
  await forceReleaseLease(bucket);
  await finishFirstUse(use, { ...firstStart, functions, publisherFunction });
  const hasNoLocation = await isEmpty({ client: documents, tableName: tables.locations });
  if (!hasNoLocation) await publishIfUnpublished({ bucket, functions, publisherFunction, report });
  const keyOpens = await provideReadyMadeKey({ directory, documents, tables, report });

  // Also if it cannot be started whole.
  stop.defer(() => closing.abort());
  const { credentials } = directory;
  await startBackgroundWork({ context, buses, credentials, deployment, stores, functions }, stop);
  // Before the rest ends, which waits for work in progress.
  stop.defer(() => closing.abort());

  const started = await startGateway({
    api: deployment.restApi,
    functions,
    port,
    planOf: planOfUsageIdentifier,
    log: log.requests,
    answerPage:
      // The app builds the portal beside the templates.
      deployment.portal && servePortal(join(directory.assemblyDirectory, 'portal'), deployment.portal),
  });
  gateway = started;
  stop.defer(() => started.close());
  // Newcomers know the loopback address by this name.
  const url = started.url.replace('127.0.0.1', 'localhost');
  await writeStackFile(directory.path, { ...description, apiUrl: url });
  stop.defer(() => removeStackFile(directory.path));

  const running = stop.move();
  return {
    url,
    ...(keyOpens && { keyFile: directory.keyFile }),
    isEmpty: hasNoLocation,
    close: () => running.disposeAsync(),
  };
};

/** This process may open too few files: connections and stores would fail one after the other. */
class TooFewOpenFiles extends Error {
  override readonly name = 'TooFewOpenFiles';
}

/** A stack has some fifty-five files open by itself; each connection of a client takes one more. */
const neededFiles = 256;

/** Throws TooFewOpenFiles if Linux says so. `limits` is the text of that file. */
export const refuseFewOpenFiles = async (
  limits: Promise<string> = readFile('/proc/self/limits', 'utf8'),
): Promise<void> => {
  const soft = /^Max open files +(\d+)/m.exec(await limits.catch(() => ''))?.[1];
  if (soft !== undefined && Number(soft) < neededFiles)
    throw new TooFewOpenFiles(
      `This process may open ${soft} files at once, and a stack needs ${neededFiles}: requests would fail. Allow more, as by ulimit -n 4096, and start again`,
    );
};

/** Throws PortTaken before seconds are spent on a start in vain. */
const refuseTakenPort = async (port: number): Promise<void> => {
  const server = createServer();
  await listen(server, port, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
};
