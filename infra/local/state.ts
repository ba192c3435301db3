import { DatabaseSync } from 'node:sqlite';

/** What the stack had written down is damaged. The message says what, and how to go on. */
export class DamagedState extends Error {
  override readonly name = 'DamagedState';
}

/**
 * What the stack remembers between starts, in one SQLite file: records of objects, messages of queues, positions in
 * streams, schedules, events and dead letters. Each room creates its own tables when it is opened.
 */
export interface State {
  readonly database: DatabaseSync;
  /**
   * Runs `work`, which must be synchronous, in one transaction: all that it writes survives a loss of power once this
   * returns, or none of it if it throws. Within a transaction it is part of that one.
   */
  transaction<Result>(work: () => Result): Result;
  close(): void;
}

/**
 * Opens the file, and creates it if it is missing. Throws DamagedState if SQLite finds it damaged: it is never begun
 * anew, because what was answered would be lost in silence.
 */
export const openState = (file: string): State => {
  const database = openChecked(file);
  return {
    database,
    transaction: (work) => {
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DamagedState(
      `${file} cannot be read (${reason}). Restore it from a copy of the folder, or start with a new folder: npm start -- --data-dir FOLDER`,
      { cause },
    );
  }
};
