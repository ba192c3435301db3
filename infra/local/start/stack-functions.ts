import type { DataDirectory } from '../data-directory/data-directory.ts';
import type { StackLog } from '../data-directory/log-file.ts';
import { openEventBuses } from '../events/event-bus.ts';
import { startEventEndpoint } from '../events/event-endpoint.ts';
import { limitedFunctionHost } from '../functions/limited-function-host.ts';
import { threadedFunctionHost } from '../functions/threaded-function-host.ts';
import type { JobContext } from '../jobs/jobs.ts';
import { queueSender } from '../jobs/queues.ts';
import type { Deployment } from '../template/deployment.ts';
import type { Stores } from './stores.ts';

interface FunctionsHouse {
  readonly context: JobContext;
  readonly directory: DataDirectory;
  readonly deployment: Deployment;
  readonly stores: Stores;
  readonly log: StackLog;
}

/** Starts what runs the functions of the templates, and the buses that they put events on. It ends with `stop`. */
export const startFunctions = async (
  { context, directory, deployment, stores, log }: FunctionsHouse,
  stop: AsyncDisposableStack,
) => {
  const buses = openEventBuses({
    state: context.state,
    buses: deployment.eventBuses,
    rules: deployment.rules,
    send: queueSender(context),
    log: context.log,
  });
  const events = await startEventEndpoint(buses, directory.credentials);
  stop.defer(() => events.close());
  const threads = threadedFunctionHost({
    functions: deployment.functions,
    runtimeEnvironment: { ...stores.environment, AWS_ENDPOINT_URL_EVENTBRIDGE: events.endpoint },
    log: log.functions,
  });
  const functions = limitedFunctionHost(threads, deployment.functions.values());
  stop.defer(() => functions.close());
  return { functions, buses };
};
