import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Location } from '../../../domain/location/location.ts';
import { type LocationColumns, locationColumnsBuilder } from '../../../domain/location/location-columns.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { columnPieces } from './column-pieces.ts';
import { type ExpectedSnapshot, type SnapshotParts, snapshotParts } from './snapshot-parts.ts';
import { checkColumns } from './whole-columns.ts';

/** What a snapshot was written from. */
export interface SnapshotSource {
  /** By code. */
  readonly locations: Iterable<Location>;
  /** What must be kept of each. */
  readonly line: (location: Location) => string;
}

/** After so many locations whatever else is due has its turn, such as renewing a lease: some 30 ms. */
const locationsPerTurn = 1024;

const digestBytes = 32;
const digestOf = (line: string): Buffer => hash('sha256', line, 'buffer');

/** Reads every line of a snapshot, by row, a block at a time. Throws DamagedPublication. */
const readLines = async (
  { columns: { size }, linesPerBlock, blockText }: SnapshotParts,
  read: (line: string, row: number) => void,
): Promise<void> => {
  for (let first = 0; first < size; first += linesPerBlock) {
    const lines = blockText(first / linesPerBlock).split('\n');
    if (lines.length !== Math.min(linesPerBlock, size - first)) {
      throw new DamagedPublication('the catalogue has a block of more or fewer lines than it says');
    }
    for (const [index, line] of lines.entries()) read(line, first + index);
    if (first % locationsPerTurn === 0) await setImmediate();
  }
};

/** What the source says must be there: its columns, and a digest of each line, by rank. */
const readSource = async ({ locations, line }: SnapshotSource, size: number) => {
  const builder = locationColumnsBuilder();
  const digests = Buffer.alloc(size * digestBytes);
  let count = 0;
  for (const location of locations) {
    builder.add(location);
    if (count < size) digestOf(line(location)).copy(digests, count * digestBytes);
    count += 1;
    if (count % locationsPerTurn === 0) await setImmediate();
  }
  return { columns: builder.finish(), digests };
};

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The first array that differs, as `piece.array`. */
const disagreement = (stored: LocationColumns, due: LocationColumns): string | undefined => {
  const storedPieces = new Map(columnPieces(stored).map(({ name, arrays }) => [name, arrays]));
  for (const { name: piece, arrays } of columnPieces(due)) {
    for (const [name, array] of arrays) {
      const found = storedPieces.get(piece)?.get(name);
      if (!found || Buffer.compare(bytesOf(found), bytesOf(array)) !== 0) return `${piece}.${name}`;
    }
  }
  return undefined;
};

const damageTold = async (check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};

/**
 * Holds a snapshot against what it was written from: every line and every column. What passes answers as the records
 * say. In memory it has the columns twice, a digest of each line, and the lines of one block at a time. Throws
 * DamagedPublication or NewerPublicationFormat.
 */
export const checkSnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  source: SnapshotSource,
): Promise<void> => {
  const parts = snapshotParts(file, expected);
  parts.capabilities();
  const due = await readSource(source, parts.columns.size);
  if (due.columns.size !== parts.columns.size)
    throw new DamagedPublication('the catalogue has other locations');
  const column = disagreement(parts.columns, due.columns);
  if (column)
    throw new DamagedPublication(`${column} of the catalogue says another thing than the locations`);
  const { rank } = due.columns.places();
  await damageTold(() =>
    readLines(parts, (line, row) => {
      const start = (rank[row] ?? 0) * digestBytes;
      if (digestOf(line).compare(due.digests, start, start + digestBytes) !== 0) {
        throw new DamagedPublication(`the catalogue's line of row ${row} is not of its location`);
      }
    }),
  );
};

/**
 * Reads all of a snapshot whose source is not at hand: every column, held to what searches rely on, and every line,
 * of which `readLine` throws where it is not what it should be. Throws DamagedPublication or NewerPublicationFormat.
 */
export const readWholeSnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  readLine: (line: string) => unknown,
): Promise<void> => {
  const parts = snapshotParts(file, expected);
  parts.capabilities();
  await damageTold(async () => {
    checkColumns(parts.columns);
    await readLines(parts, readLine);
  });
};
