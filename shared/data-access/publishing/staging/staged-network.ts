import { DatabaseSync } from 'node:sqlite';
import type { Coordinates } from '../../../domain/location/location.ts';
import type { ChangeCounts } from '../../../domain/location/publication/publication.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import type { LocationDigest } from './location-digest.ts';
import { orderedLocations, parts, putInOrder, stagedTables } from './staged-tables.ts';
import { stagingPlaces } from './staging-places.ts';
import { numberIn, rowsOf, textIn } from './temporary-rows.ts';

/** All that the files of a version are made from of one location. */
interface LocationTexts {
  /** JSON of what searches ask for. */
  readonly facets: string;
  /** What the catalogues keep. */
  readonly pointLine: string;
  readonly workCentreLine: string;
  /** What the exported files say. */
  readonly csvRow: string;
  readonly feature: string;
}

/** A location of the network that is staged, but for the line that no exported file shows. */
export interface StagedLocation extends LocationDigest, Omit<LocationTexts, 'pointLine'> {
  /** Where its lines are: a whole number below 2^32. */
  readonly linesAt: number;
  /** How it differs from the former version; undefined where it does not. */
  readonly change: 'added' | 'changed' | undefined;
}

/** A location that was removed, and when: ISO 8601, UTC. */
interface Tombstone {
  readonly id: string;
  readonly removedAt: string;
}

/** A location that is to be staged. */
interface ArrivedLocation extends LocationDigest {
  readonly coordinates: Coordinates;
}

/** One of the lines that catalogues keep. */
type LineName = keyof Pick<LocationTexts, 'pointLine' | 'workCentreLine'>;

/**
 * The network between the tables and the files: scanned in no order, written in that of location codes, compared with
 * the version before. It lives in a temporary database that spills to disk and vanishes with its process, so that a
 * network of any size needs the same memory.
 */
export interface StagedNetwork {
  /** Throws TypeError where anything was asked for before. */
  addLocation(location: ArrivedLocation, texts: LocationTexts): void;
  locationCount(): number;
  /** By code. */
  locations(): Iterable<StagedLocation>;
  /** A line of the location whose lines are there. Quick where neighbours are asked for one after the other. */
  line(name: LineName, linesAt: number): string;
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

type Row = Parameters<Parameters<typeof rowsOf>[2]>[0];

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

/** An empty network; it needs close() at the end. */
export const stageNetwork = (): StagedNetwork => {
  // An empty name is a private database in a temporary file that is removed when it is closed, however that happens.
  const database = new DatabaseSync('');
  database.exec(stagedTables);
  const addTexts = database.prepare('INSERT INTO texts VALUES (?, ?, ?, ?, ?)');
  const addLines = database.prepare('INSERT INTO lines VALUES (?, ?, ?)');
  const addLocation = database.prepare('INSERT INTO arrived VALUES (?, ?, ?, ?)');
  const addFormer = database.prepare('INSERT OR REPLACE INTO former VALUES (?, ?)');
  const addTombstone = database.prepare('INSERT OR REPLACE INTO tombstone VALUES (?, ?)');
  const lines = {
    pointLine: database.prepare('SELECT pointLine AS text FROM lines WHERE linesAt = ?'),
    workCentreLine: database.prepare('SELECT workCentreLine AS text FROM lines WHERE linesAt = ?'),
  };
  const placeOf = stagingPlaces();
  let isInOrder = false;
  const inOrder = madeOnce(() => {
    database.exec(putInOrder);
    isInOrder = true;
  });
  const rows = <T>(select: string, read: (row: Row) => T): Generator<T> => {
    inOrder();
    return rowsOf(database, select, read);
  };
  const count = (part: string): number => {
    inOrder();
    return numberIn(database.prepare(`SELECT count(*) AS count ${part}`).get()?.count);
  };
  let isCompared = false;
  return {
    addLocation({ code, digest, coordinates }, { facets, pointLine, workCentreLine, csvRow, feature }) {
      if (isInOrder) throw new TypeError(`location ${code} comes too late to be put in order`);
      const { textsAt, linesAt } = placeOf(code, coordinates);
      addTexts.run(textsAt, facets, workCentreLine, csvRow, feature);
      addLines.run(linesAt, pointLine, workCentreLine);
      addLocation.run(code, digest, textsAt, linesAt);
    },
    locationCount: () => count(parts.all),
    locations: () => rows(orderedLocations[isCompared ? 'compared' : 'uncompared'], stagedLocationIn),
    line: (name, linesAt) => textIn(lines[name].get(linesAt)?.text),
    digests: () =>
      rows(`SELECT code, digest ${parts.all} ORDER BY code`, ({ code, digest }) => ({
        code: textIn(code),
        digest: textIn(digest),
      })),
    addFormer: ({ code, digest }) => void addFormer.run(code, digest),
    compare: () => {
      isCompared = true;
    },
    changes: () => ({
      added: count(parts.added),
      changed: count(parts.changed),
      removed: count(parts.removed),
    }),
    removed: () => rows(`SELECT code ${parts.removed} ORDER BY code`, ({ code }) => textIn(code)),
    addTombstone: ({ id, removedAt }) => void addTombstone.run(id, removedAt),
    tombstoneCount: () => count(parts.buried),
    tombstones: () =>
      rows(`SELECT id, removedAt ${parts.buried} ORDER BY id`, ({ id, removedAt }) => ({
        id: textIn(id),
        removedAt: textIn(removedAt),
      })),
    close: () => database.close(),
  };
};
