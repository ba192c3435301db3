import { forceReleaseLease } from '../../../shared/data-access/publishing/lease.ts';
import { planOfUsageIdentifier } from '../../../shared/domain/access/api-key.ts';
import { synthesise } from '../assembly/synthesise.ts';
import { systemClock } from '../clock.ts';
import { startControlEndpoint } from '../control/control-endpoint.ts';
import { openDataDirectory } from '../data-directory/data-directory.ts';
import { openLog } from '../data-directory/log-file.ts';
import { refuseLostData } from '../data-directory/lost-data.ts';
import { removeStackFile, writeStackFile } from '../data-directory/stack-file.ts';
import { isEmpty } from '../database/tables.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { openJobs } from '../jobs/jobs.ts';
import { portalFolderIn, servePortal } from '../portal/portal.ts';
import { openState } from '../state.ts';
import { readDeployment } from '../template/deployment.ts';
import { startBackgroundWork } from './background-work.ts';
import { describeStack } from './describe-stack.ts';
import { provideSample } from './first-start.ts';
import { refuseFewOpenFiles } from './open-files.ts';
import { openPublished } from './open-published.ts';
import { publishIfUnpublished } from './publish-if-unpublished.ts';
import { provideReadyMadeKey } from './ready-made-key.ts';
import { refuseTakenPort } from './refuse-taken-port.ts';
import { startFunctions } from './stack-functions.ts';
import { startStores } from './stores.ts';

export interface LocalStackOptions {
  readonly port: number;
  readonly dataDirectory: string;
  /** Whether a data directory that was never used is filled with the sample network. */
  readonly loadSample: boolean;
  /** Told what is being done, a line each. */
  readonly report: (line: string) => void;
}

export interface LocalStack {
  readonly url: string;
  /** The file that holds the ready-made key; absent where its key does not open the stack, which was reported. */
  readonly keyFile?: string;
  /** Whether there was no location in it when it was started. */
  readonly isEmpty: boolean;
  close(): Promise<void>;
}

/**
 * Starts the whole of Waypost on this machine from its synthesised templates, and resolves when requests are
 * answered. Throws PortTaken, TooFewOpenFiles, DataDirectoryInUse, DataLost, DamagedState, SampleNotLoaded, NoEmbeddedEngine or
 * SynthesisFailed, with nothing left running.
 */
export const startLocalStack = async (options: LocalStackOptions): Promise<LocalStack> => {
  const { port, dataDirectory, loadSample, report } = options;
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
  const [stores] = await Promise.all([
    startStores(directory, state, tell, stop),
    synthesise(directory.assemblyDirectory),
  ]);
  const deployment = await readDeployment(directory.assemblyDirectory);
  await stores.hold(deployment);

  const { functions, buses } = await startFunctions({ context, directory, deployment, stores, log }, stop);
  let gateway: Gateway | undefined;
  const endpoint = await startControlEndpoint({
    functions,
    flushAuthoriserCache: () => gateway?.flushAuthoriserCache(),
    deadLetters: context.jobs,
    secret: directory.credentials.secretAccessKey,
  });
  stop.defer(() => endpoint.close());

  const description = describeStack(deployment, stores, endpoint.endpoint, directory.credentials);
  const published = openPublished(description, stop);
  // Publishers are threads of this process, so the lock on the data directory proves that whoever has it is dead.
  await forceReleaseLease(published);
  await provideSample({ directory, description, documents: stores.documents, functions, loadSample, report });
  const hasNoLocation = await isEmpty({ client: stores.documents, tableName: description.tables.locations });
  const { publisherFunction } = description;
  if (!hasNoLocation) await publishIfUnpublished({ bucket: published, functions, publisherFunction, report });
  const keyOpens = await provideReadyMadeKey({ directory, documents: stores.documents, description, report });

  stop.defer(() => closing.abort());
  const { credentials } = directory;
  await startBackgroundWork({ context, buses, credentials, deployment, stores, functions }, stop);

  const started = await startGateway({
    api: deployment.restApi,
    functions,
    port,
    planOf: planOfUsageIdentifier,
    log: log.requests,
    answerPage:
      deployment.portal && servePortal(portalFolderIn(directory.assemblyDirectory), deployment.portal, tell),
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
