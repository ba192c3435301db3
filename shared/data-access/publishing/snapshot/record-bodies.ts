import * as z from 'zod';
import { type Location, location } from '../../../domain/location/location.ts';
import type { LocationBodies } from '../../../domain/location/location-bodies.ts';
import { compareAt, type SortedTexts } from '../../../domain/location/sorted-texts.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { RecordBlocks } from './record-blocks.ts';
import { unpackedBlocks } from './unpacked-blocks.ts';

/** Everything: for the publisher, who lets no snapshot be named that does not pass. */
export const everyField: z.ZodType<Location> = location;

/**
 * Enough for bytes whose checksum says that the publisher has parsed every field of them: doing it again for each
 * record that is shown would cost several times as much as reading it.
 */
export const checkedBefore: z.ZodType<Location> = z.custom<Location>(
  (value) => typeof value === 'object' && value !== null && 'locationCode' in value,
);

interface PackedRecords extends RecordBlocks {
  readonly recordsPerBlock: number;
  /** Codes of all records, by row. */
  readonly codes: SortedTexts;
}

/**
 * Reads records out of their blocks. Throws DamagedPublication where a record cannot be read as what the schema
 * asks, or is another than the one of its row.
 */
export const recordBodies = (records: PackedRecords, schema: z.ZodType<Location>): LocationBodies => {
  const { recordsPerBlock, codes } = records;
  const linesOf = unpackedBlocks(records);
  const read = (row: number): Location => {
    try {
      const line = linesOf(Math.floor(row / recordsPerBlock))[row % recordsPerBlock];
      const record = schema.parse(JSON.parse(line ?? ''));
      if (compareAt(codes, row, record.locationCode) === 0) return record;
    } catch (error) {
      throw new DamagedPublication(`the catalogue's record of row ${row} cannot be read`, { cause: error });
    }
    throw new DamagedPublication(`the catalogue's record of row ${row} is another's`);
  };
  return function* (rows) {
    for (const row of rows) yield read(row);
  };
};
