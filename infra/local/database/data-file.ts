/** Checks the embedded engine's data file before the engine opens it, and maintains the file while the engine runs. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, retryWhileBusy } from '../state.ts';

/** The engine cannot use the file: it is damaged, not a database, from a newer version, or open in another program. */
export class UnusableDataFile extends Error {
  override readonly name = 'UnusableDataFile';
}

/** After its stack is killed, the engine needs up to this long to write its last transactions and exit. */
const busyMilliseconds = 5_000;

const remedy =
  'Restore it from a copy, or give the stack another folder: npm start -- --data-dir FOLDER. SQLite can recover readable data: sqlite3 FILE .recover';

/**
 * Checks that the pages and indexes of the engine's file are intact, but not the contents of its records, and that no
 * other program has the file open. A missing file is fine, because the engine creates it. Throws UnusableDataFile.
 */
export const examineDataFile = async (file: string): Promise<void> => {
  if (!existsSync(file)) return;
  try {
    await retryWhileBusy(() => examine(file), busyMilliseconds);
  } catch (cause) {
    if (cause instanceof UnusableDataFile) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isBusy(cause)
      ? `Another program has the database ${file} open (lsof says which). End that program and start again.`
      : `The database ${file} cannot be used: ${reason}. ${remedy}`;
    throw new UnusableDataFile(message, { cause });
  }
};

const examine = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 0 });
  // Fails if another program has the file open. Closing the database then merges the write-ahead log that a killed
  // engine leaves behind.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK');
  const result = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  if (result !== 'ok') throw new Error(`it is damaged (${String(result).replaceAll('\n', ' ')})`);
  if (database.prepare('SELECT name FROM sqlite_master').get() === undefined) return;
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  const version = Number(row?.value);
  if (version <= maxSchemaVersion) return;
  throw new UnusableDataFile(
    `The database ${file} was written by a newer release of Waypost (format ${version}, but this release reads up to ${maxSchemaVersion}). Start that release, or give this one its own folder: npm start -- --data-dir FOLDER`,
  );
};

/** Newest format that the engine supports. The engine would open a file in a newer format without an error. */
const maxSchemaVersion = 9;

/** Retention of stream records. DynamoDB keeps them for a day, but this machine may be off over a weekend. */
const keptSeconds = 7 * 24 * 3_600;

/** Creates an index for a lookup that the engine makes on every write. With 50,000 records, it saves 5.7 ms. */
export const indexStreamRecords = (dataFile: string): void => {
  using database = new DatabaseSync(dataFile, { timeout: busyMilliseconds });
  database.exec(
    `CREATE INDEX IF NOT EXISTS _stream_records_by_sequence
     ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
  );
};

/** Deletes old stream records, except each table's newest, from which the sequence numbers continue. */
export const pruneStreamRecords = (dataFile: string, nowMilliseconds: number): void => {
  using database = new DatabaseSync(dataFile, { timeout: busyMilliseconds });
  database
    .prepare(
      `DELETE FROM _stream_records WHERE created_at < ?
       AND id NOT IN (SELECT MAX(id) FROM _stream_records GROUP BY table_name)`,
    )
    .run(Math.floor(nowMilliseconds / 1_000) - keptSeconds);
};
