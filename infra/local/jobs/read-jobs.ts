import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { dataFilesIn } from '../data-directory/data-files.ts';
import { DamagedState, jsonColumn } from '../state.ts';
import { sourceKind } from './jobs.ts';
import { scheduleTimes } from './schedules.ts';

/** Maximum time to wait for a stack that is starting or stopping. */
const busyMilliseconds = 5_000;

const deadLetter = z
  .object({
    /** Name of the dead-letter queue in the template. */
    queue: z.string(),
    /** Time at which the job became a dead letter, in ISO 8601 (UTC). */
    at: z.iso.datetime(),
    kind: sourceKind,
    name: z.string(),
    functionName: z.string(),
    /** Event that was sent to the function or, for changes to a table, only their position in the stream. */
    sent: jsonColumn,
    /** How the last attempt failed. */
    why: z.string(),
  })
  .transform(({ kind, name, ...letter }) => ({ ...letter, source: { kind, name } }));

/** An event for which all attempts failed. */
export type DeadLetter = z.infer<typeof deadLetter>;

/** Returns the dead letters of a data directory, oldest first. Throws DamagedState. */
export const readDeadLetters = (dataDirectory: string): readonly DeadLetter[] =>
  z.array(deadLetter).parse(rowsOf(dataDirectory, 'SELECT * FROM dead_letters ORDER BY id'));

/** Counts the unprocessed messages in FIFO queues. Throws DamagedState. */
export const countQueuedMessages = (dataDirectory: string): number =>
  rowsOf(dataDirectory, `SELECT id FROM jobs WHERE kind = 'queue' AND groupId <> payload ->> '$.messageId'`)
    .length;

/** Returns the times of the schedule whose next run is soonest, if there is one. Throws DamagedState. */
export const readNextRun = (dataDirectory: string): z.infer<typeof scheduleTimes> | undefined =>
  z.array(scheduleTimes).parse(rowsOf(dataDirectory, 'SELECT * FROM schedules ORDER BY nextRunAt'))[0];

/** Reads rows, possibly while a stack is running. A directory that was never used has no rows. */
const rowsOf = (dataDirectory: string, query: string): unknown[] => {
  const { stateFile } = dataFilesIn(dataDirectory);
  if (!existsSync(stateFile)) return [];
  try {
    using database = new DatabaseSync(stateFile, { readOnly: true, timeout: busyMilliseconds });
    return database.prepare(query).all();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedState(`${stateFile} is damaged or cannot be read: ${reason}`, { cause });
  }
};
