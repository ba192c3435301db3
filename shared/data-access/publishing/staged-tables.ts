/** The tables of a network that is staged, and what is asked of them. */

/**
 * Texts stand as they came: rows of their size, put in order one by one, would be written again and again. Pages have
 * room for some of them.
 */
export const stagedTables = `
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

const formerOnes = 'LEFT JOIN former USING (code)';
const change = `CASE
    WHEN former.digest IS NULL THEN 'added'
    WHEN former.digest <> location.digest THEN 'changed'
  END`;

const locationsWith = (shownChange: string, joined: string) => `
  SELECT code, location.digest, number, ${shownChange} AS change, facets, workCentreLine, csvRow, feature
  FROM location JOIN texts USING (number) ${joined} ORDER BY location.code`;

/** Locations by code, before they are compared with the former ones and after. */
export const orderedLocations = {
  uncompared: locationsWith('NULL', ''),
  compared: locationsWith(change, formerOnes),
};

/** Parts of the tables: `FROM` and what follows it. */
export const parts = {
  all: 'FROM location',
  added: `FROM location ${formerOnes} WHERE ${change} = 'added'`,
  changed: `FROM location ${formerOnes} WHERE ${change} = 'changed'`,
  removed: 'FROM former WHERE code NOT IN (SELECT code FROM location)',
  /** Tombstones of locations that are not there again. */
  buried: 'FROM tombstone WHERE id NOT IN (SELECT code FROM location)',
};
