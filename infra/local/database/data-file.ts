/** The file of the embedded engine: examined before the engine opens it, and tended while it runs. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, retryWhileBusy } from '../state.ts';

/** The engine cannot use the file: it is damaged, no database, of a newer form, or open in another program. */
export class UnusableDataFile extends Error {
  override readonly name = 'UnusableDataFile';
}

/**
 * Time to wait for the engine's own writes. One whose stack was killed ends within this time; its last transactions are not
 * in the file until then.
 */
const patienceMilliseconds = 5_000;

const remedy =
  'Restore it from a copy, or give the stack another folder: npm start -- --data-dir FOLDER. SQLite saves what can be read: sqlite3 FILE .recover';

/**
 * Checks that the engine's file is whole (each page and index of it, not what the records say) and that no other program
 * has it open. A missing file is fine, as the engine creates it. Throws UnusableDataFile.
 */
export const examineDataFile = async (file: string): Promise<void> => {
  if (!existsSync(file)) return;
  try {
    await retryWhileBusy(() => examine(file), patienceMilliseconds);
  } catch (cause) {
    if (cause instanceof UnusableDataFile) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = isBusy(cause)
      ? `Another program has the database ${file} open (lsof says which). End it and start again.`
      : `The database ${file} cannot be used: ${reason}. ${remedy}`;
    throw new UnusableDataFile(message, { cause });
  }
};

const examine = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 0 });
  // Nobody else may have the file open, and the log beside it, which a kill leaves, becomes part of it at the end.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK');
  const finding = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0];
  if (finding !== 'ok') throw new Error(`it is damaged (${String(finding).replaceAll('\n', ' ')})`);
  const isNew = database.prepare('SELECT name FROM sqlite_master').all().length === 0;
  if (isNew) return;
  const row = database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get();
  const version = Number(row?.value ?? Number.NaN);
  if (version <= knownSchemaVersion) return;
  throw new UnusableDataFile(
    `The database ${file} was written by a newer release of Waypost (form ${version}, this one knows ${knownSchemaVersion}). Start that release, or give this one a folder of its own: npm start -- --data-dir FOLDER`,
  );
};

/** Form of the engine's file. The engine would open a newer one without a word. */
const knownSchemaVersion = 9;

/** Records are kept for a week: DynamoDB keeps them for a day, but is never switched off over a weekend. */
const keptSeconds = 7 * 24 * 3_600;

/**
 * Creates an index for the engine, which looks for a table's last sequence number at every write: after 50,000 records a
 * write took 6 ms instead of 0.3 ms.
 */
export const indexStreamRecords = (dataFile: string): void => {
  using database = new DatabaseSync(dataFile, { timeout: patienceMilliseconds });
  database.exec(
    `CREATE INDEX IF NOT EXISTS _stream_records_by_sequence
     ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
  );
};

/**
 * Deletes old stream records, which the engine never does. The newest of each table stays, because the numbers continue
 * from it.
 */
export const pruneStreamRecords = (dataFile: string, nowMilliseconds: number): void => {
  using database = new DatabaseSync(dataFile, { timeout: patienceMilliseconds });
  database
    .prepare(
      `DELETE FROM _stream_records WHERE created_at < ?
       AND id NOT IN (SELECT MAX(id) FROM _stream_records GROUP BY table_name)`,
    )
    .run(Math.floor(nowMilliseconds / 1_000) - keptSeconds);
};
