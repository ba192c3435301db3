import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { locationDigests } from '../../../shared/data-access/publishing/staging/location-digest.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -16384; -- KiB
  CREATE TABLE location (code TEXT PRIMARY KEY, digest TEXT NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
  BEGIN;`;

const row = z.object({ code: z.string(), digest: z.string(), text: z.string() });

/** Staging of records as in the previous release: as JSON, by code. */
export interface FormerStaging {
  add(location: Location): void;
  texts(): Iterable<string>;
  close(): void;
}

/** Creates an empty staging; call close() at the end. */
export const formerStaging = (capabilities: readonly Capability[]): FormerStaging => {
  const database = new DatabaseSync('');
  database.exec(schema);
  const insert = database.prepare('INSERT OR REPLACE INTO location VALUES (?, ?, ?)');
  const digestOf = locationDigests(capabilities);
  return {
    add(location) {
      const text = JSON.stringify(location);
      insert.run(location.locationCode, digestOf(location, text), text);
    },
    *texts() {
      const select = database.prepare('SELECT code, digest, text FROM location ORDER BY code');
      for (const each of select.iterate()) yield row.parse(each).text;
    },
    close: () => database.close(),
  };
};
