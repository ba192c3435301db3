import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { isMissing } from '../files/read-if-there.ts';

/** The engine's file is not one it can work on as it is: cut off, changed, of a newer release, or locked. */
export class UnusableDataFile extends Error {
  override readonly name = 'UnusableDataFile';
}

/** The form that the embedded engine gives its file; it would open one of a newer form without a word. */
const knownSchemaVersion = 9;

/** An engine whose stack was killed ends within this time; its last transactions are its own until then. */
const patienceMilliseconds = 5_000;
const pauseMilliseconds = 20;

/** What SQLite answers while another process has the file open (SQLITE_BUSY). */
const busy = z.object({ errcode: z.literal(5) });
const checked = z.array(z.object({ quick_check: z.string() }));
const versionRow = z.object({ value: z.string().regex(/^\d+$/).transform(Number) }).optional();

const wayOut =
  'Restore it from a copy, or give the stack another folder: npm start -- --data-dir FOLDER. SQLite saves what can be read: sqlite3 FILE .recover';

/** Throws what SQLite does, or UnusableDataFile. */
const examine = (file: string): void => {
  using database = new DatabaseSync(file, { timeout: 0 });
  // Nobody else may have the file open, and what a kill left in the log beside it is brought into it at the end.
  database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK');
  const findings = checked.parse(database.prepare('PRAGMA quick_check(1)').all());
  const finding = findings[0]?.quick_check ?? 'no result of the check';
  if (finding !== 'ok')
    throw new UnusableDataFile(
      `The database ${file} is damaged (${finding.replaceAll('\n', ' ')}). ${wayOut}`,
    );
  const isNew = database.prepare('SELECT name FROM sqlite_master').all().length === 0;
  if (isNew) return;
  const version = versionRow.parse(
    database.prepare("SELECT value FROM _config WHERE key = 'schema_version'").get(),
  )?.value;
  if (version === undefined || version > knownSchemaVersion)
    throw new UnusableDataFile(
      `The database ${file} was written by a newer release of Waypost (form ${version ?? 'unknown'}, this one knows ${knownSchemaVersion}). Start that release, or give this one a folder of its own: npm start -- --data-dir FOLDER`,
    );
};

/**
 * Sees that the engine's file is whole (every page and index of it, not what the records say), of a form that the engine
 * knows, and in nobody's hands. One that is missing is made by the engine. Throws UnusableDataFile.
 */
export const examineDataFile = async (file: string): Promise<void> => {
  const found = await stat(file).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found === undefined) return;
  const end = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      return examine(file);
    } catch (cause) {
      if (cause instanceof UnusableDataFile) throw cause;
      if (!busy.safeParse(cause).success) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new UnusableDataFile(`The database ${file} cannot be used: ${reason}. ${wayOut}`, { cause });
      }
      if (performance.now() >= end)
        throw new UnusableDataFile(
          `Another program has the database ${file} open (lsof says which). End it and start again.`,
          { cause },
        );
    }
    await delay(pauseMilliseconds);
  }
};
