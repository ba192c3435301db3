import { createServer } from 'node:http';
import { connect } from 'node:net';
import { storePortalKey } from '../../../shared/data-access/access/portal-key.ts';
import { bulkLimits, s3Client } from '../../../shared/data-access/clients.ts';
import { sdkBucket } from '../../../shared/data-access/objects/sdk-bucket.ts';
import { forceReleaseLease } from '../../../shared/data-access/publishing/lease.ts';
import { checkSeconds } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { maxUncheckedSeconds } from '../../../shared/domain/publication/check-grace.ts';
import { addPortal, synthesise } from '../assembly/synthesise.ts';
import { systemClock } from '../clock.ts';
import { startControlEndpoint } from '../control/control-endpoint.ts';
import { openDataDirectory } from '../data-directory/data-directory.ts';
import { openLog } from '../data-directory/log-file.ts';
import { removeStackFile, writeStackFile } from '../data-directory/stack-file.ts';
import { isEmpty } from '../database/tables.ts';
import { openEventBuses } from '../events/event-bus.ts';
import { threadedFunctionHost } from '../functions/function-host.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { listen, PortTaken } from '../http/listening.ts';
import { openJobs } from '../jobs/jobs.ts';
import { queueSender } from '../jobs/queues.ts';
import { onceBuilt, servePortal } from '../portal/portal.ts';
import { openState } from '../state.ts';
import { type Deployment, readDeployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';
import { UnsupportedTemplate } from '../template/resource.ts';
import { startBackgroundWork } from './background-work.ts';
import {
  beginFirstUse,
  provideLocatorKey,
  provideReadyMadeKey,
  publishIfUnpublished,
} from './first-start.ts';
import { reportSampleAvailability } from './sample-availability.ts';
import { otherDynamoDb, startStores } from './stores.ts';

interface LocalStackOptions {
  readonly port: number;
  readonly dataDirectory: string;
  /** Whether to load the sample network into a new data directory. */
  readonly loadSample: boolean;
  /** Whether to build and serve the developer portal (default: true). */
  readonly portal?: boolean;
  /** Receives a line for each step that takes time. */
  readonly report: (line: string) => void;
  /** Ends a synthesis in progress. */
  readonly signal: AbortSignal;
}

export type LocalStack = Awaited<ReturnType<typeof startLocalStack>>;

/**
 * Starts all of Waypost on this machine from its synthesised templates, and resolves when it responds to requests.
 * Throws if that is not possible, with a message for the operator, and leaves nothing running.
 */
export const startLocalStack = async (options: LocalStackOptions) => {
  const running = new AsyncDisposableStack();
  const close = () => running.disposeAsync();
  try {
    return { ...(await startParts(options, running)), close };
  } catch (error) {
    // Throws the first error, even if stopping the started parts fails as well.
    await close().catch(() => {});
    throw error;
  }
};

/** Starts all parts in order. `stop` stops them in reverse order. */
const startParts = async (options: LocalStackOptions, stop: AsyncDisposableStack) => {
  const { port, loadSample, portal = true, report, signal } = options;
  await refuseTakenPort(port);
  const directory = await openDataDirectory(options.dataDirectory, !otherDynamoDb);
  stop.defer(() => directory.release());
  const { credentials } = directory;
  const state = openState(directory.stateFile);
  stop.defer(() => state.close());
  const logFunction = openLog(directory.functionsLog, stop);
  const logRequest = openLog(directory.requestsLog, stop);
  const logStores = openLog(directory.storesLog, stop);
  const log = (line: string) => logStores(`${JSON.stringify({ line })}\n`);
  const closing = new AbortController();
  const context = { state, jobs: openJobs(state), clock: systemClock, log, stop: closing.signal };

  report('Synthesising the app and starting the stores');
  const synthesising = new AbortController();
  stop.defer(() => synthesising.abort());
  signal.addEventListener('abort', () => synthesising.abort());
  const assembly = synthesise(directory.assemblyDirectory, synthesising.signal);
  // Awaited below. If the stores fail first, their error is thrown.
  assembly.catch(() => {});
  const stores = await startStores(directory, state, log, stop);
  const { documents, exposure } = stores;
  if (exposure)
    report(`Warning: other users of this machine can read and change all data, because ${exposure}`);
  await beginFirstUse({ directory, documents, loadSample, report });
  await assembly;
  const deployment = await readDeployment(directory.assemblyDirectory);
  await stores.provision(deployment);

  const buses = openEventBuses({
    state,
    buses: deployment.eventBuses,
    rules: deployment.rules,
    send: queueSender(context),
  });
  let gateway: Gateway | undefined;
  const control = await startControlEndpoint({
    invoke: (...call) => functions.invoke(...call),
    flushAuthoriserCache: () => gateway?.flushAuthoriserCache(),
    deadLetters: context.jobs,
    buses,
    credentials,
    log,
  });
  stop.defer(() => control.close());
  const { dynamoDbEndpoint, s3 } = stores;
  const functions = threadedFunctionHost({
    functions: deployment.functions,
    runtimeEnvironment: {
      AWS_REGION: localRegion,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
      AWS_ENDPOINT_URL_EVENTBRIDGE: control.endpoint,
    },
    log: (_functionName, text) => logFunction(text),
  });
  stop.defer(() => functions.close());

  const description = {
    pid: process.pid,
    dynamoDbEndpoint,
    objectStoreEndpoint: s3.endpoint,
    controlEndpoint: control.endpoint,
    region: localRegion,
    credentials,
    ...namesIn(deployment),
  };
  const { publishedBucket, publisherFunction, tables } = description;
  const place = { endpoint: s3.endpoint, region: localRegion, credentials };
  const client = s3Client({ ...bulkLimits, ...place });
  stop.defer(() => client.destroy());
  const bucket = sdkBucket(client, publishedBucket);
  // Publishers are threads of this process, so the lock on the data directory proves that the lease's holder is dead.
  await forceReleaseLease(bucket);
  const hasNoLocation = await isEmpty({ client: documents, tableName: tables.locations });
  const { invoke } = functions;
  const publication = { publisherFunction, dataDirectory: options.dataDirectory, bucket, invoke, report };
  const isPublished = hasNoLocation || (await publishIfUnpublished(publication));
  await reportSampleAvailability(directory, bucket, new Date());
  const keyOpens = await provideReadyMadeKey({ directory, documents, report }, tables);

  // Deferred twice: before the work starts, in case it does not start completely, and again afterwards, so that the
  // signal is aborted before `stop` waits for the work to end.
  stop.defer(() => closing.abort());
  const work = { context, buses, credentials, deployment, stores, functions, isPublished };
  await startBackgroundWork(work, stop);
  stop.defer(() => closing.abort());

  const ready = Promise.withResolvers<void>();
  // The build keeps a core busy for seconds, so it starts when the API, which does not need the portal, is ready.
  const pages = ready.promise
    .then(() => addPortal(directory.assemblyDirectory, synthesising.signal))
    .then((folder) => servePortal(folder, deployment.portal, s3.findObject))
    .catch((error: unknown) => {
      if (!synthesising.signal.aborted) report(error instanceof Error ? error.message : String(error));
      return undefined;
    });
  gateway = await startGateway({
    api: deployment.restApi,
    functions,
    port,
    log: (line) => logRequest(`${line}\n`),
    answerPage: portal ? onceBuilt(pages) : undefined,
  });
  stop.defer(() => gateway?.close());
  // The port, which is part of the key's origins, may be known only now.
  const browserKey = await provideLocatorKey({ directory, documents }, tables, new URL(gateway.url).port);
  await storePortalKey(bucket, browserKey);
  // Newcomers know the loopback address as `localhost`.
  const url = gateway.url.replace('127.0.0.1', 'localhost');
  await writeStackFile(directory.path, { ...description, apiUrl: url });
  // Removed first, so that no command uses a stack that is stopping.
  stop.defer(() => removeStackFile(directory.path));
  if (portal) ready.resolve();
  return {
    url,
    /** File with the ready-made key. Undefined if the stack does not accept the key, which has then been reported. */
    keyFile: keyOpens ? directory.keyFile : undefined,
    /** Whether the stack had no locations when it started. */
    isEmpty: hasNoLocation,
    /** Whether all locations are served. If not, the failure has already been reported. */
    isPublished,
  };
};

/** Returns the names and settings that the command line needs from the templates. */
const namesIn = (deployment: Deployment) => {
  const output = (key: string): string => {
    const value = deployment.outputs.get(key);
    if (value === undefined) throw new UnsupportedTemplate(`the templates have no output ${key}`);
    return value;
  };
  const checks = [...deployment.functions.values()]
    .flatMap(({ environment }) => environment.CATALOGUE_CHECK_SECONDS ?? [])
    .map((seconds) => maxUncheckedSeconds(checkSeconds.parse(seconds)));
  return {
    tables: {
      locations: output('LocationsTable'),
      capabilities: output('CapabilitiesTable'),
      locationChanges: output('LocationChangesTable'),
      billers: output('BillersTable'),
      enquiries: output('EnquiriesTable'),
      apiKeys: output('ApiKeysTable'),
      apiKeyEvents: output('ApiKeyEventsTable'),
      apiKeyUse: output('ApiKeyUseTable'),
    },
    publishedBucket: output('PublishedBucket'),
    importBucket: output('ImportBucket'),
    eventBus: output('EventBus'),
    publisherFunction: output('PublisherFunction'),
    catalogueCheckSeconds: Math.max(0, ...checks),
  };
};

/**
 * Throws PortTaken if the port is in use. Checked first, because the rest of a start takes seconds. Clients know the stack
 * as `localhost`, so a program on the IPv6 loopback address would receive their requests and keys.
 */
const refuseTakenPort = async (port: number): Promise<void> => {
  if (port !== 0 && (await isListening(port, '::1'))) throw new PortTaken(port, '::1');
  const server = createServer();
  await listen(server, port, '127.0.0.1');
  await new Promise((resolve) => server.close(resolve));
};

/** Whether a program accepts connections. `false` also if the machine does not have the address. */
const isListening = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    // A firewall may drop the packets.
    socket.setTimeout(1_000, () => end(false));
  });
