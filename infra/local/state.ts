import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { jsonText } from '../../shared/data-access/settings.ts';

/** The state is damaged. The message contains the file and the remedy. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

export type State = ReturnType<typeof openState>;

/** Schema of text that contains JSON. Errors do not quote the text, because it may contain personal data. */
export const jsonColumn = z.pipe(jsonText(z.unknown()), z.unknown());

/**
 * Opens the SQLite file with all state of the stack that survives restarts, except the tables. Each part creates its
 * own tables in it. Throws if the file is locked, and DamagedState if it is damaged. A damaged file is never replaced
 * with an empty one, because acknowledged data would be lost silently.
 */
export const openState = (file: string) => {
  const database = openChecked(file);
  return {
    database,
    /**
     * Runs `work`, which must be synchronous, in one transaction. Its writes survive a power failure once this returns,
     * and are rolled back if it throws. Nested calls join the outer transaction.
     */
    transaction: <Result>(work: () => Result): Result => {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite rolls the transaction back itself if the disk is full.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
};

/** Maximum time to wait for a backup or another program that has the file locked. */
const busyMilliseconds = 5_000;

/** Whether an error means that another process has the file locked: SQLITE_BUSY, also in its extended forms. */
export const isBusy = (error: unknown): boolean => (Object(error).errcode & 0xff) === 5;

/** Retries work on a SQLite file while another process has the file locked. Throws errors from `work`. */
export const retryWhileBusy = async <Result>(
  work: () => Result,
  maxMilliseconds: number,
): Promise<Result> => {
  const end = performance.now() + maxMilliseconds;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= end) throw error;
    }
    await delay(20);
  }
};

const openChecked = (file: string): DatabaseSync => {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: busyMilliseconds });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    const found = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0];
    if (found !== 'ok') throw new Error(String(found));
    return database;
  } catch (cause) {
    database?.close();
    const locked = `Another program has ${file} locked (lsof says which). End it and start again.`;
    if (isBusy(cause)) throw new Error(locked, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedState(
      `${file} cannot be read (${reason}). Restore it from a copy of the folder, or start with a new folder: npm start -- --data-dir FOLDER`,
      { cause },
    );
  }
};
