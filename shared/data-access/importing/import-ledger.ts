import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { LineOrigin } from './import-lines.ts';

/** State of a key when a valid line has it. */
interface Claim {
  /** Earlier line with the same key. */
  readonly claimedBy?: LineOrigin;
  readonly isStored: boolean;
  /** Digest of the stored record, if it has one. */
  readonly storedDigest?: string;
}

/**
 * Record of the keys in the table, and of those in the input with their lines. Kept in a temporary database that spills
 * to disk and is removed with its process, so that memory does not grow with the import.
 */
export interface ImportLedger {
  recordStored(key: string, digest: string | undefined): void;
  /** Claims the key for this line, unless an earlier line has it. */
  claim(key: string, origin: LineOrigin): Claim;
  /** Keeps the stored record of a key on a bad line. */
  keep(key: string): void;
  /** Yields keys of the table that no line has. */
  absent(): Iterable<string>;
  absentCount(): number;
  /** Yields keys of the table that only bad lines have. */
  kept(): Iterable<string>;
  /** Counts stored records that stay only because their line is bad. */
  keptCount(): number;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -32768; -- KiB
  CREATE TABLE record (
    key TEXT PRIMARY KEY, stored INTEGER NOT NULL DEFAULT 0, digest TEXT,
    kept INTEGER NOT NULL DEFAULT 0, source TEXT, line INTEGER
  ) WITHOUT ROWID;
  BEGIN;`;

const knownRow = z.object({
  stored: z.number(),
  digest: z.nullable(z.string()),
  source: z.nullable(z.string()),
  line: z.nullable(z.number()),
});
const keyRow = z.object({ key: z.string() });
const countRow = z.object({ count: z.number() });

const absent = 'FROM record WHERE stored = 1 AND line IS NULL AND kept = 0';
const kept = 'FROM record WHERE stored = 1 AND line IS NULL AND kept = 1';

const toClaim = (row: unknown): Claim => {
  if (row === undefined) return { isStored: false };
  const { stored, digest, source, line } = knownRow.parse(row);
  return {
    isStored: stored === 1,
    ...(digest !== null && { storedDigest: digest }),
    ...(source !== null && line !== null && { claimedBy: { source, line } }),
  };
};

/** Creates an empty ledger; call close() at the end. */
export const openImportLedger = (): ImportLedger => {
  // With an empty name, SQLite creates a private database on disk and deletes it itself.
  const database = new DatabaseSync('');
  database.exec(schema);
  const insertStored = database.prepare(
    'INSERT INTO record (key, stored, digest) VALUES (?, 1, ?) ON CONFLICT (key) DO NOTHING',
  );
  const find = database.prepare('SELECT stored, digest, source, line FROM record WHERE key = ?');
  const setLine = database.prepare(
    'INSERT INTO record (key, source, line) VALUES (?1, ?2, ?3) ON CONFLICT (key) DO UPDATE SET source = ?2, line = ?3',
  );
  const setKept = database.prepare('UPDATE record SET kept = 1 WHERE key = ?');
  const count = (rows: string) =>
    countRow.parse(database.prepare(`SELECT count(*) AS count ${rows}`).get()).count;
  const keys = function* (rows: string) {
    for (const row of database.prepare(`SELECT key ${rows}`).iterate()) yield keyRow.parse(row).key;
  };

  return {
    recordStored: (key, digest) => void insertStored.run(key, digest ?? null),
    claim(key, { source, line }) {
      const claim = toClaim(find.get(key));
      if (!claim.claimedBy) setLine.run(key, source, line);
      return claim;
    },
    keep: (key) => void setKept.run(key),
    absent: () => keys(absent),
    absentCount: () => count(absent),
    kept: () => keys(kept),
    keptCount: () => count(kept),
    close: () => database.close(),
  };
};
