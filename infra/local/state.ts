import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';

/** The recorded state is damaged. The message says where, and how to go on. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

/** Another process has the file locked. */
class LockedState extends Error {
  override readonly name = 'LockedState';
}

/** What the stack remembers between starts, in one SQLite file. Each room creates its own tables when it is opened. */
export type State = ReturnType<typeof openState>;

/** A column with JSON. */
export const jsonColumn = z.string().transform((text): unknown => JSON.parse(text));

/**
 * Opens the file, and creates it if it is missing. Throws DamagedState if SQLite finds it damaged: it is never replaced
 * by an empty one, because what was answered would be lost in silence. Throws LockedState.
 */
export const openState = (file: string) => {
  const database = openChecked(file);
  return {
    database,
    /**
     * Runs `work`, which must be synchronous, in one transaction: all that it writes survives a loss of power once this
     * returns, or none of it if it throws. Within a transaction it is part of that one.
     */
    transaction: <Result>(work: () => Result): Result => {
      if (database.isTransaction) return work();
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        // SQLite itself ends the transaction if the disk is full.
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
};

/** Time for which a backup or another program may have the file locked. */
const busyMilliseconds = 5_000;

/** Error of SQLite while another process has the file locked (SQLITE_BUSY). */
export const isBusy = (error: unknown): boolean => Object(error).errcode === 5;

/** Retries work on a file of SQLite while another process has it locked, for at most some time. Throws what it throws. */
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
    if (isBusy(cause))
      throw new LockedState(`Another program has ${file} locked (lsof says which). End it and start again.`, {
        cause,
      });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedState(
      `${file} cannot be read (${reason}). Restore it from a copy of the folder, or start with a new folder: npm start -- --data-dir FOLDER`,
      { cause },
    );
  }
};
