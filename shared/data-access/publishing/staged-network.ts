import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { type ChangeCounts, changeCounts } from '../../domain/location/publication.ts';
import type { LocationDigest } from './location-digest.ts';

const locationTexts = z.object({
  /** JSON of what searches ask for. */
  facets: z.string(),
  /** What the catalogues keep. */
  pointLine: z.string(),
  workCentreLine: z.string(),
  /** What the exported files say. */
  csvRow: z.string(),
  feature: z.string(),
});
/** All that the files of a version are made from of one location. */
type LocationTexts = z.infer<typeof locationTexts>;

const stagedLocation = locationTexts.omit({ pointLine: true }).extend({
  code: z.string(),
  digest: z.string(),
  /** Counts the locations as they came. */
  number: z.int(),
  /** How it differs from the former version; null where it does not. */
  change: z.enum(['added', 'changed']).nullable(),
});
/** A location of the network that is staged, but for the line that no exported file shows. */
export type StagedLocation = z.infer<typeof stagedLocation>;

const stagedLine = z.object({ line: z.string() });

const tombstone = z.object({ id: z.string(), removedAt: z.string() });
/** A location that was removed, and when: ISO 8601, UTC. */
type Tombstone = z.infer<typeof tombstone>;

/** One of the lines that catalogues keep. */
type LineName = keyof Pick<LocationTexts, 'pointLine' | 'workCentreLine'>;

/**
 * The network between the tables and the files: scanned in no order, written in that of location codes, compared with
 * the version before. It lives in a temporary database that spills to disk and vanishes with its process, so that a
 * network of any size needs the same memory.
 */
export interface StagedNetwork {
  addLocation(location: LocationDigest, texts: LocationTexts): void;
  locationCount(): number;
  /** By code. */
  locations(): Iterable<StagedLocation>;
  /** A line of the location with this number, which must be there. */
  line(name: LineName, number: number): string;
  /** By code. */
  digests(): Iterable<LocationDigest>;

  /** What the former version held. From the first `compare` on, locations differ from it. */
  addFormer(former: LocationDigest): void;
  compare(): void;
  changes(): ChangeCounts;
  /** Codes of the former locations that are gone. */
  removed(): Iterable<string>;

  addTombstone(tombstone: Tombstone): void;
  tombstoneCount(): number;
  /** Those of locations that are not there again, by id. */
  tombstones(): Iterable<Tombstone>;
  close(): void;
}

const schema = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA page_size = 16384;
  PRAGMA cache_size = -16384; -- KiB
  CREATE TABLE location (code TEXT PRIMARY KEY, digest TEXT NOT NULL, number INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE texts (
    number INTEGER PRIMARY KEY,
    facets TEXT NOT NULL,
    pointLine TEXT NOT NULL,
    workCentreLine TEXT NOT NULL,
    csvRow TEXT NOT NULL,
    feature TEXT NOT NULL
  );
  CREATE TABLE former (code TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tombstone (id TEXT PRIMARY KEY, removedAt TEXT NOT NULL) WITHOUT ROWID;
  BEGIN;`;

const difference = `CASE
    WHEN former.digest IS NULL THEN 'added'
    WHEN former.digest <> location.digest THEN 'changed'
  END`;
const formerOnes = 'LEFT JOIN former USING (code)';
const ordered = (change: string, joined: string) => `
  SELECT code, location.digest, number, ${change} AS change, facets, workCentreLine, csvRow, feature
  FROM location JOIN texts USING (number) ${joined} ORDER BY location.code`;
const removed = 'FROM former WHERE code NOT IN (SELECT code FROM location)';
const buried = 'FROM tombstone WHERE id NOT IN (SELECT code FROM location)';

const countRow = z.object({ count: z.number() });
const codeRow = z.object({ code: z.string() });
const digestRow = z.object({ code: z.string(), digest: z.string() });

/** An empty network; it needs close() at the end. */
export const stageNetwork = (): StagedNetwork => {
  // An empty name is a private database in a temporary file that is removed when it is closed, however that happens.
  const database = new DatabaseSync('');
  database.exec(schema);
  const addTexts = database.prepare('INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?)');
  const addLocation = database.prepare('INSERT OR REPLACE INTO location VALUES (?, ?, ?)');
  const lineOf = {
    pointLine: database.prepare('SELECT pointLine AS line FROM texts WHERE number = ?'),
    workCentreLine: database.prepare('SELECT workCentreLine AS line FROM texts WHERE number = ?'),
  };
  let number = 0;
  const addFormer = database.prepare('INSERT OR REPLACE INTO former VALUES (?, ?)');
  let isCompared = false;
  const addTombstone = database.prepare('INSERT OR REPLACE INTO tombstone VALUES (?, ?)');
  const count = (from: string): number =>
    countRow.parse(database.prepare(`SELECT count(*) AS count ${from}`).get()).count;
  function* rows<T>(select: string, row: z.ZodType<T>): Generator<T> {
    for (const each of database.prepare(select).iterate()) yield row.parse(each);
  }
  return {
    addLocation({ code, digest }, { facets, pointLine, workCentreLine, csvRow, feature }) {
      addTexts.run(number, facets, pointLine, workCentreLine, csvRow, feature);
      addLocation.run(code, digest, number);
      number++;
    },
    locationCount: () => count('FROM location'),
    locations: () => rows(isCompared ? ordered(difference, formerOnes) : ordered('NULL', ''), stagedLocation),
    line: (name, of) => stagedLine.parse(lineOf[name].get(of)).line,
    digests: () => rows('SELECT code, digest FROM location ORDER BY code', digestRow),
    addFormer: ({ code, digest }) => void addFormer.run(code, digest),
    compare: () => {
      isCompared = true;
    },
    changes: () =>
      changeCounts.parse({
        added: count(`FROM location ${formerOnes} WHERE ${difference} = 'added'`),
        changed: count(`FROM location ${formerOnes} WHERE ${difference} = 'changed'`),
        removed: count(removed),
      }),
    *removed() {
      for (const { code } of rows(`SELECT code ${removed} ORDER BY code`, codeRow)) yield code;
    },
    addTombstone: ({ id, removedAt }) => void addTombstone.run(id, removedAt),
    tombstoneCount: () => count(buried),
    tombstones: () => rows(`SELECT id, removedAt ${buried} ORDER BY id`, tombstone),
    close: () => database.close(),
  };
};
