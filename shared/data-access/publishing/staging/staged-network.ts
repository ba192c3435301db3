import { DatabaseSync } from 'node:sqlite';
import type { Coordinates } from '../../../domain/location/location.ts';
import type { ChangeCounts } from '../../../domain/location/publication/publication.ts';
import type { LocationDigest } from './location-digest.ts';
import { orderedRows } from './ordered-rows.ts';
import { orderedLocations, parts, stagedTables } from './staged-tables.ts';
import { stagingPlaces } from './staging-places.ts';
import { numberIn, type Row, textIn } from './temporary-rows.ts';

/** Texts of one location from which the files of a version are made. */
interface LocationTexts {
  /** Properties for searches, as JSON. */
  readonly facets: string;
  /** Lines for the catalogues. */
  readonly pointLine: string;
  readonly workCentreLine: string;
  /** Texts for the exported files. */
  readonly csvRow: string;
  readonly feature: string;
}

/** Staged location, without the line that no exported file uses. */
export interface StagedLocation extends LocationDigest, Omit<LocationTexts, 'pointLine'> {
  /** Position of its lines, a whole number below 2^32. */
  readonly linesAt: number;
  /** Difference from the former version; undefined if unchanged. */
  readonly change: 'added' | 'changed' | undefined;
}

/** Removed location with the time of its removal, ISO 8601, UTC. */
interface Tombstone {
  readonly id: string;
  readonly removedAt: string;
}

/** Location to be staged. */
interface ArrivedLocation extends LocationDigest {
  readonly coordinates: Coordinates;
}

/** Name of a line for the catalogues. */
type LineName = keyof Pick<LocationTexts, 'pointLine' | 'workCentreLine'>;

/**
 * Store between tables and files: filled in no order, read in the order of location codes, and compared with the former
 * version. Kept in a temporary database that spills to disk and is removed with its process, so that memory does not
 * grow with the network.
 */
export interface StagedNetwork {
  /** Adds a location. Throws TypeError after the first read. */
  addLocation(location: ArrivedLocation, texts: LocationTexts): void;
  locationCount(): number;
  /** Yields in the order of codes. */
  locations(): Iterable<StagedLocation>;
  /** Returns a line of the location at this position; efficient if neighbours are read consecutively. */
  line(name: LineName, linesAt: number): string;
  /** Yields in the order of codes. */
  digests(): Iterable<LocationDigest>;

  /** Adds a digest of the former version; `compare` then marks differences. */
  addFormer(former: LocationDigest): void;
  compare(): void;
  changes(): ChangeCounts;
  /** Yields the codes of former locations that are gone. */
  removed(): Iterable<string>;

  addTombstone(tombstone: Tombstone): void;
  tombstoneCount(): number;
  /** Yields the tombstones of locations that have not come back, by id. */
  tombstones(): Iterable<Tombstone>;
  close(): void;
}

const changeIn = (column: Row[string] | undefined): StagedLocation['change'] =>
  column === 'added' || column === 'changed' ? column : undefined;

const stagedLocationIn = (row: Row): StagedLocation => ({
  code: textIn(row.code),
  digest: textIn(row.digest),
  linesAt: numberIn(row.linesAt),
  change: changeIn(row.change),
  facets: textIn(row.facets),
  workCentreLine: textIn(row.workCentreLine),
  csvRow: textIn(row.csvRow),
  feature: textIn(row.feature),
});

/** Creates a function that adds a location, its texts and its lines. */
const arrivalsIn = (database: DatabaseSync): StagedNetwork['addLocation'] => {
  const addTexts = database.prepare('INSERT INTO texts VALUES (?, ?, ?, ?, ?)');
  const addLines = database.prepare('INSERT INTO lines VALUES (?, ?, ?)');
  const addLocation = database.prepare('INSERT INTO arrived VALUES (?, ?, ?, ?)');
  const placeOf = stagingPlaces();
  return ({ code, digest, coordinates }, { facets, pointLine, workCentreLine, csvRow, feature }) => {
    const { textsAt, linesAt } = placeOf(code, coordinates);
    addTexts.run(textsAt, facets, workCentreLine, csvRow, feature);
    addLines.run(linesAt, pointLine, workCentreLine);
    addLocation.run(code, digest, textsAt, linesAt);
  };
};

/** Creates an empty store; call close() at the end. */
export const stageNetwork = (): StagedNetwork => {
  // With an empty name, SQLite creates a private temporary database that is removed when it is closed, in any way.
  const database = new DatabaseSync('');
  database.exec(stagedTables);
  const arrive = arrivalsIn(database);
  const addFormer = database.prepare('INSERT OR REPLACE INTO former VALUES (?, ?)');
  const addTombstone = database.prepare('INSERT OR REPLACE INTO tombstone VALUES (?, ?)');
  const lines = {
    pointLine: database.prepare('SELECT pointLine AS text FROM lines WHERE linesAt = ?'),
    workCentreLine: database.prepare('SELECT workCentreLine AS text FROM lines WHERE linesAt = ?'),
  };
  const rows = orderedRows(database);
  let isCompared = false;
  return {
    addLocation(location, texts) {
      if (rows.isInOrder())
        throw new TypeError(`location ${location.code} comes too late to be put in order`);
      arrive(location, texts);
    },
    locationCount: () => rows.count(parts.all),
    locations: () => rows.select(orderedLocations[isCompared ? 'compared' : 'uncompared'], stagedLocationIn),
    line: (name, linesAt) => textIn(lines[name].get(linesAt)?.text),
    digests: () =>
      rows.select(`SELECT code, digest ${parts.all} ORDER BY code`, ({ code, digest }) => ({
        code: textIn(code),
        digest: textIn(digest),
      })),
    addFormer: ({ code, digest }) => void addFormer.run(code, digest),
    compare: () => {
      isCompared = true;
    },
    changes: () => ({
      added: rows.count(parts.added),
      changed: rows.count(parts.changed),
      removed: rows.count(parts.removed),
    }),
    removed: () => rows.select(`SELECT code ${parts.removed} ORDER BY code`, ({ code }) => textIn(code)),
    addTombstone: ({ id, removedAt }) => void addTombstone.run(id, removedAt),
    tombstoneCount: () => rows.count(parts.buried),
    tombstones: () =>
      rows.select(`SELECT id, removedAt ${parts.buried} ORDER BY id`, ({ id, removedAt }) => ({
        id: textIn(id),
        removedAt: textIn(removedAt),
      })),
    close: () => database.close(),
  };
};
