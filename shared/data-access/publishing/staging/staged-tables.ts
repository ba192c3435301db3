/** Tables and queries of a staged network. */

/**
 * Tables of a staged network. Inserting large rows in key order would rewrite pages, and reading them in another order
 * would load a page for each. So texts are stored in ranges of the order in which they are read (see stagingPlaces), a
 * few of which fit into the cache, and keys are sorted once, when all are there.
 */
export const stagedTables = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA page_size = 16384;
  PRAGMA cache_size = -32768; -- KiB
  CREATE TABLE arrived (code TEXT NOT NULL, digest TEXT NOT NULL, textsAt INTEGER NOT NULL, linesAt INTEGER NOT NULL);
  CREATE TABLE location (
    code TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    textsAt INTEGER NOT NULL,
    linesAt INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- By code, about.
  CREATE TABLE texts (
    textsAt INTEGER PRIMARY KEY,
    facets TEXT NOT NULL,
    workCentreLine TEXT NOT NULL,
    csvRow TEXT NOT NULL,
    feature TEXT NOT NULL
  );
  -- By place, about.
  CREATE TABLE lines (linesAt INTEGER PRIMARY KEY, pointLine TEXT NOT NULL, workCentreLine TEXT NOT NULL);
  CREATE TABLE former (code TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE tombstone (id TEXT PRIMARY KEY, removedAt TEXT NOT NULL) WITHOUT ROWID;
  BEGIN;`;

/** Sorts the keys; of repeated codes the last is kept. */
export const putInOrder = `
  INSERT INTO location
    SELECT code, digest, textsAt, linesAt FROM (
      SELECT code, digest, textsAt, linesAt, max(rowid) FROM arrived GROUP BY code
    );
  DELETE FROM arrived;
  COMMIT; -- Which writes down what waits for it: the cache would have little room for anything else.
  BEGIN;`;

const formerOnes = 'LEFT JOIN former USING (code)';
const change = `CASE
    WHEN former.digest IS NULL THEN 'added'
    WHEN former.digest <> location.digest THEN 'changed'
  END`;

const locationsWith = (shownChange: string, joined: string) => `
  SELECT code, location.digest, linesAt, ${shownChange} AS change, facets, workCentreLine, csvRow, feature
  FROM location JOIN texts USING (textsAt) ${joined} ORDER BY location.code`;

/** Queries of locations by code, before and after the comparison. */
export const orderedLocations = {
  uncompared: locationsWith('NULL', ''),
  compared: locationsWith(change, formerOnes),
};

/** Clauses of queries, from `FROM` on. */
export const parts = {
  all: 'FROM location',
  added: `FROM location ${formerOnes} WHERE ${change} = 'added'`,
  changed: `FROM location ${formerOnes} WHERE ${change} = 'changed'`,
  removed: 'FROM former WHERE code NOT IN (SELECT code FROM location)',
  /** Tombstones of locations that have not come back. */
  buried: 'FROM tombstone WHERE id NOT IN (SELECT code FROM location)',
};
