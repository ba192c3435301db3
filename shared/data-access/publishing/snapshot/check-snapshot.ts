import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { LocationColumns } from '../../../domain/location/catalogue/location-columns.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { columnPieces } from './column-pieces.ts';
import { type ExpectedSnapshot, type SnapshotParts, snapshotParts } from './snapshot-parts.ts';
import { checkColumns } from './whole-columns.ts';

/** Source of a snapshot, as its writer had it in memory. */
export interface SnapshotSource {
  readonly columns: LocationColumns;
  /** CRC-32 of each line, by rank of its location. */
  readonly checksums: Uint32Array;
}

/** Number of locations, some 30 ms of work, after which the event loop gets a turn, as for the renewal of a lease. */
const locationsPerTurn = 1024;

/** Reads every line of a snapshot in the order of rows, block by block. Throws DamagedPublication. */
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

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Returns the first array that differs, as `piece.array`. */
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
 * Compares every line and column of a snapshot with its source, so that it gives the same answers as the records. Holds
 * the columns twice, and the lines of one block. Throws DamagedPublication.
 */
export const checkSnapshot = async (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  { columns, checksums }: SnapshotSource,
): Promise<void> => {
  const parts = snapshotParts(file, expected);
  parts.capabilities();
  if (columns.size !== parts.columns.size) throw new DamagedPublication('the catalogue has other locations');
  const column = disagreement(parts.columns, columns);
  if (column)
    throw new DamagedPublication(`${column} of the catalogue says another thing than the locations`);
  const { rank } = columns.places();
  await damageTold(() =>
    readLines(parts, (line, row) => {
      if (crc32(line) !== checksums[rank[row] ?? 0]) {
        throw new DamagedPublication(`the catalogue's line of row ${row} is not of its location`);
      }
    }),
  );
};

/**
 * Reads a whole snapshot without its source: checks every column for what searches rely on, and every line by
 * `readLine`, which throws for an invalid one. Throws DamagedPublication.
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
