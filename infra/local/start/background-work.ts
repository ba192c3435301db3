import type { DataDirectory } from '../data-directory/data-directory.ts';
import { startExpirySweeps } from '../database/tables.ts';
import { deadLettersIn } from '../dead-letters/dead-letters.ts';
import type { EventEndpoint } from '../events/event-endpoint.ts';
import { enquiryRetentionDays, startEventSweeps } from '../events/event-sweeps.ts';
import { toObjectCreatedEvent } from '../events/object-created-event.ts';
import { sendByRules } from '../events/send-by-rules.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import { startQueues } from '../queues/run-queues.ts';
import { startSchedules } from '../schedules/run-schedules.ts';
import { startEventSources } from '../streams/run-event-sources.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';
import type { Stores } from './stores.ts';

export interface BackgroundWork {
  readonly directory: DataDirectory;
  readonly deployment: Deployment;
  readonly stores: Stores;
  readonly functions: FunctionHost;
  readonly events: Pick<EventEndpoint, 'sendTo' | 'dropBefore'>;
  readonly log: (line: string) => void;
}

/**
 * Starts what goes on without a request: the schedules, the queues with what is told of the objects of buckets and on
 * buses, the changes of tables, and the deletion of what has expired. It ends with `stop`. Throws DamagedState, UnreadableFile, TableWithoutStream.
 */
export const startBackgroundWork = async (
  work: BackgroundWork,
  stop: AsyncDisposableStack,
): Promise<void> => {
  const { directory, deployment, stores, functions, events, log } = work;
  const deadLetters = deadLettersIn(directory.deadLettersFile);
  const schedules = await startSchedules({
    schedules: deployment.schedules,
    file: directory.schedulesFile,
    functions,
    deadLetters,
    log,
  });
  stop.defer(() => schedules.close());
  const queues = await startQueues({
    queues: deployment.queues,
    queueSources: deployment.queueSources,
    directory: directory.queuesDirectory,
    functions,
    deadLetters,
    log,
  });
  stop.defer(() => queues.close());
  const send = sendByRules(deployment.rules, queues.queues);
  events.sendTo(({ bus, event }) => send(event, bus));
  const telling = new Set(deployment.buckets.filter((each) => each.tellsEventBridge).map(({ name }) => name));
  stores.onObjectCreated((bucket, created) => {
    if (!telling.has(bucket)) return;
    send(toObjectCreatedEvent(bucket, created)).catch((error: unknown) =>
      log(`The event of ${JSON.stringify(created.key)} in ${bucket} was not kept: ${error}`),
    );
  });
  const eventSources = await startEventSources({
    eventSources: deployment.eventSources,
    file: directory.streamsFile,
    place: { endpoint: stores.dynamoDbEndpoint, region: localRegion, credentials: directory.credentials },
    documents: stores.documents,
    functions,
    deadLetters,
    log,
  });
  stop.defer(() => eventSources.close());
  const expiry = startExpirySweeps({ tables: deployment.tables, documents: stores.documents, log });
  stop.defer(() => expiry.close());
  const keptDays = enquiryRetentionDays(deployment.functions.values());
  if (keptDays !== undefined) {
    const sweeps = startEventSweeps({ events, keptDays, log });
    stop.defer(() => sweeps.close());
  }
};
