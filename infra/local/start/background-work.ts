import * as z from 'zod';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import { deleteExpired } from '../database/tables.ts';
import type { EventBuses } from '../events/event-bus.ts';
import type { FunctionHost } from '../functions/function-host.ts';
import type { JobContext } from '../jobs/jobs.ts';
import { queueJobs } from '../jobs/queues.ts';
import { scheduleJobs, startSchedules } from '../jobs/schedules.ts';
import { startWorker } from '../jobs/worker.ts';
import { startEventSources, streamJobs } from '../streams/event-sources.ts';
import type { Deployment } from '../template/deployment.ts';
import { localRegion } from '../template/physical-names.ts';
import type { Stores } from './stores.ts';

/** Maximum number of days for which SQS can keep a message. */
const deadLetterDays = 14;

interface BackgroundWork {
  readonly context: JobContext;
  readonly buses: EventBuses;
  readonly credentials: StoreCredentials;
  readonly deployment: Deployment;
  readonly stores: Stores;
  readonly functions: FunctionHost;
  /** Whether the tables were already published at startup, so that earlier changes need not be processed. */
  readonly isPublished: boolean;
}

/**
 * Starts everything that runs without a request: the worker, the sources of its jobs (schedules, queues and table
 * streams), and the deletion of expired data. The work ends when the context stops, and `stop` waits for it to end.
 */
export const startBackgroundWork = async (
  work: BackgroundWork,
  stop: AsyncDisposableStack,
): Promise<void> => {
  const { context, buses, credentials, deployment, stores, functions, isPublished } = work;
  const { schedules, queueSources, eventSources, tables } = deployment;
  const sources = [
    ...schedules.map(scheduleJobs),
    ...queueSources.map(queueJobs),
    ...eventSources.map(streamJobs),
  ];
  startWorker(context, sources, functions);
  startSchedules(context, schedules);
  stores.s3.onCreated(buses.onCreated);
  const { documents, dynamoDbEndpoint: endpoint } = stores;
  const place = { endpoint, region: localRegion, credentials };
  await startEventSources(context, eventSources, documents, place, isPublished);
  const cleaning = everyHour(context, [
    ...tables.map((table) => () => deleteExpired(documents, table, context)),
    () => stores.s3.removeExpired(),
    stores.pruneStreams,
    () => deleteOldRecords(work),
  ]);
  stop.defer(() => cleaning);
};

/** Delay of the first run. Without it, the stack might still be starting. */
const firstMilliseconds = 10_000;
const hourMilliseconds = 3_600_000;

/** Runs tasks soon after the start and then hourly, until the context stops. Logs failures. */
export const everyHour = async (
  { clock, log, stop }: Pick<JobContext, 'clock' | 'log' | 'stop'>,
  tasks: readonly (() => unknown)[],
): Promise<void> => {
  for (let pause = firstMilliseconds; ; pause = hourMilliseconds) {
    await clock.sleep(pause, stop);
    for (const task of tasks) {
      if (stop.aborted) return;
      try {
        await task();
      } catch (error) {
        log(`Expired data could not be deleted: ${error}`);
      }
    }
  }
};

/** Deletes old dead letters, as SQS does, and events as old as the oldest enquiries, which they contain. */
const deleteOldRecords = ({ buses, context: { state, jobs, log }, deployment }: BackgroundWork): void => {
  const daysAgo = (days: number): number => Date.now() - days * dayMilliseconds;
  const retention = [...deployment.functions.values()].flatMap(
    ({ environment }) => environment.ENQUIRY_RETENTION_DAYS ?? [],
  );
  const eventDays = z.coerce.number().int().positive().parse(retention[0]);
  const events = buses.dropBefore(daysAgo(eventDays));
  const deadLetters = jobs.dropDeadLetters(daysAgo(deadLetterDays));
  if (events + deadLetters === 0) return;
  // Overwrites the deleted rows in the write-ahead log as well.
  state.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  log(
    `Deleted: ${events} events after ${eventDays} days, ${deadLetters} dead letters after ${deadLetterDays} days`,
  );
};
