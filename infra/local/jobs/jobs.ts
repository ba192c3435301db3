import type { SQLInputValue } from 'node:sqlite';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { jsonColumn, type State } from '../state.ts';

const schema = `
  CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, name TEXT, groupId TEXT,
    payload TEXT, createdAt INTEGER, attempts INTEGER DEFAULT 0, firstAttemptAt INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_group ON jobs (kind, name, groupId, id);
  CREATE TABLE IF NOT EXISTS dead_letters (id INTEGER PRIMARY KEY, at TEXT, queue TEXT, kind TEXT, name TEXT,
    groupId TEXT, payload TEXT, functionName TEXT, sent TEXT, why TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS schedules (name TEXT PRIMARY KEY, everyMinutes REAL, nextRunAt INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS stream_positions (source TEXT PRIMARY KEY, position TEXT) STRICT`;

export const sourceKind = z.enum(['queue', 'schedule', 'stream']);

const group = z.object({
  kind: sourceKind,
  /** Name of the queue, schedule or event source mapping. */
  name: z.string(),
  /** Message group of a FIFO queue, or message id in other queues. Empty for schedules and streams. */
  groupId: z.string(),
});
/** Group of jobs that run one at a time, in the order in which they were added. */
export type JobGroup = z.infer<typeof group>;

/** A stored job. Times are in epoch milliseconds. */
const job = group.extend({
  id: z.int(),
  payload: jsonColumn,
  /** When the message was sent, the run was due, or the newest change was made. */
  createdAt: z.int(),
  /** Number of attempts that have begun, including one that a kill interrupted. */
  attempts: z.int(),
  firstAttemptAt: z.int().nullable(),
});
export type Job = z.infer<typeof job>;

/** Details of a new dead letter. `queue` is the dead-letter queue in the template. */
export interface GivenUp {
  readonly queue: string;
  readonly functionName: string;
  readonly sent: unknown;
  readonly why: string;
}

export type Jobs = ReturnType<typeof openJobs>;

/** Context for everything that adds or runs jobs. */
export interface JobContext {
  readonly state: State;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Aborted when the stack stops. */
  readonly stop: AbortSignal;
}

/** Opens the durable tables of jobs and their sources. The methods throw if the disk is full. */
export const openJobs = ({ database, transaction }: State) => {
  database.exec(schema);
  const run = (sql: string, ...values: SQLInputValue[]) =>
    Number(database.prepare(sql).run(...values).changes);
  const ofGroup = 'FROM jobs WHERE kind = ? AND name = ? AND groupId = ? ORDER BY id LIMIT 1';
  let sources: readonly Pick<JobGroup, 'kind' | 'name'>[] = [];
  let notify: (group: JobGroup) => void = () => {};
  const groups = () =>
    z.array(group).parse(database.prepare('SELECT DISTINCT kind, name, groupId FROM jobs').all());

  return {
    /** Adds a job, within the caller's transaction if there is one. Bytes in its payload become base64. */
    add: (group: JobGroup, payload: unknown, createdAt: number): void => {
      const { kind, name, groupId } = group;
      const json = JSON.stringify(payload, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
      );
      const sql = 'INSERT INTO jobs (kind, name, groupId, payload, createdAt) VALUES (?, ?, ?, ?, ?)';
      run(sql, kind, name, groupId, json, createdAt);
      // When the microtask runs, the synchronous transaction has been committed, or rolled back together with the job.
      queueMicrotask(() => notify(group));
    },
    /** Sets the sources whose jobs are run, and a listener that is called with the group of each added job. */
    serve: (served: typeof sources, onAdded: typeof notify): void => {
      sources = served;
      notify = onAdded;
    },
    groups,
    has: ({ kind, name, groupId }: JobGroup): boolean =>
      database.prepare(`SELECT id ${ofGroup}`).get(kind, name, groupId) !== undefined,
    /** Returns the oldest job of a group. */
    first: ({ kind, name, groupId }: JobGroup): Job | undefined =>
      job.optional().parse(database.prepare(`SELECT * ${ofGroup}`).get(kind, name, groupId)),
    /** Counts an attempt before it begins. */
    begin: ({ id, attempts, firstAttemptAt, ...rest }: Job, now: number): Job => {
      const begun = { attempts: attempts + 1, firstAttemptAt: firstAttemptAt ?? now };
      const sql = 'UPDATE jobs SET attempts = ?, firstAttemptAt = ? WHERE id = ?';
      run(sql, begun.attempts, begun.firstAttemptAt, id);
      return { id, ...rest, ...begun };
    },
    /** Subtracts an attempt from the count if a stop interrupted the attempt, or if it never reached the function. */
    takeBack: ({ id }: Job): void => {
      run('UPDATE jobs SET attempts = attempts - 1 WHERE id = ?', id);
    },
    finish: ({ id }: Job): void => {
      run('DELETE FROM jobs WHERE id = ?', id);
    },
    /** Moves a job to the dead letters. */
    giveUp: ({ id }: Job, now: number, { queue, functionName, sent, why }: GivenUp): void =>
      transaction(() => {
        const at = new Date(now).toISOString();
        run(
          `INSERT INTO dead_letters (at, queue, kind, name, groupId, payload, functionName, sent, why)
           SELECT ?, ?, kind, name, groupId, payload, ?, ?, ? FROM jobs WHERE id = ?`,
          ...[at, queue, functionName, JSON.stringify(sent), why, id],
        );
        run('DELETE FROM jobs WHERE id = ?', id);
      }),
    /** Turns dead letters back into jobs, except those from sources that are not served. Returns both numbers. */
    redrive: (now: number) => {
      const ofSources = "WHERE kind || ' ' || name IN (SELECT value FROM json_each(?))";
      const names = JSON.stringify(sources.map(({ kind, name }) => `${kind} ${name}`));
      const counts = transaction(() => {
        run(
          `INSERT INTO jobs (kind, name, groupId, payload, createdAt)
           SELECT kind, name, groupId, payload, ? FROM dead_letters ${ofSources} ORDER BY id`,
          ...[now, names],
        );
        const redriven = run(`DELETE FROM dead_letters ${ofSources}`, names);
        const rest = database.prepare('SELECT count(*) AS kept FROM dead_letters').get();
        return { redriven, ...z.object({ kept: z.int() }).parse(rest) };
      });
      for (const each of groups()) notify(each);
      return counts;
    },
    /** Deletes dead letters older than this time in epoch milliseconds, and returns their number. */
    dropDeadLetters: (before: number): number =>
      run('DELETE FROM dead_letters WHERE at < ?', new Date(before).toISOString()),
  };
};
