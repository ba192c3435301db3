import type { Capability } from '../../../domain/capability/capability.ts';
import { byCodeUnit } from '../../../domain/code-unit-order.ts';
import type { LocationFacets } from '../../../domain/location/catalogue/location-attributes.ts';
import {
  type LocationColumns,
  type LocationColumnsBuilder,
  locationColumnsBuilder,
} from '../../../domain/location/catalogue/location-columns.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import type { SnapshotSource } from './check-snapshot.ts';
import { columnPieces } from './column-pieces.ts';
import { linesPerBlock } from './line-blocks.ts';
import { packLines } from './pack-lines.ts';
import { type PackedPiece, packCapabilities, packPiece, packSizes } from './packed-pieces.ts';
import { encodeHeader } from './snapshot-header.ts';
import { type SpooledBlocks, spoolBlocks } from './spooled-blocks.ts';

/** Locations were not added in the order of their codes, or one was added twice. */
export class LocationsOutOfOrder extends Error {
  override readonly name = 'LocationsOutOfOrder';
}

/** Content shared by the snapshots of a version, beside its locations. */
export interface SnapshotContent {
  readonly version: string;
  readonly capabilities: readonly Capability[];
}

/** Complete snapshot. */
export interface WrittenSnapshot {
  /** Returns the bytes; can be called repeatedly until the writer is closed. */
  readonly pieces: () => Iterable<Uint8Array>;
  /** Source to verify the snapshot with. */
  readonly source: SnapshotSource;
}

/** Writer of the snapshots of one version. */
export interface SnapshotWriter {
  /** Adds a location, in the order of codes. Throws LocationsOutOfOrder otherwise. */
  add(location: LocationFacets): void;
  /**
   * Completes a snapshot with a line for each location, without line end, by rank. No location can be added after that.
   * Yields regularly, so that other work gets a turn.
   */
  finish(lineOf: (rank: number) => string): Generator<undefined, WrittenSnapshot>;
  /** Releases the temporary file; must be called. */
  close(): void;
}

/** Parts shared by all snapshots of a version, packed once. */
interface CommonParts extends SnapshotContent {
  readonly columns: LocationColumns;
  readonly packedColumns: readonly PackedPiece[];
  readonly packedCapabilities: PackedPiece;
}

function* finishSnapshot(
  common: CommonParts,
  lineOf: (rank: number) => string,
  spool: SpooledBlocks,
): Generator<undefined, WrittenSnapshot> {
  const { version, capabilities, columns, packedColumns, packedCapabilities } = common;
  const { sizes, checksums } = yield* packLines(columns.places().rank, lineOf, spool.add);
  const packed = [...packedColumns, packSizes(sizes), packedCapabilities];
  const header = encodeHeader({
    version,
    counts: { locations: columns.size, capabilities: capabilities.length },
    linesPerBlock,
    pieces: packed.map(({ description }) => description),
    blockBytes: sizes.sizes.reduce((sum, size) => sum + size, 0),
  });
  return {
    source: { columns, checksums },
    *pieces() {
      yield header;
      for (const { bytes } of packed) yield bytes;
      yield* spool.blocks();
    },
  };
}

/**
 * Creates a writer of the snapshots of one version, which differ in their lines. Holds the columns once, and a checksum
 * of each line. Lines are requested in spatial order, known only when all locations are there, and their blocks wait in
 * a temporary file, as their sizes come first.
 */
export const snapshotWriter = (content: SnapshotContent): SnapshotWriter => {
  let builder: LocationColumnsBuilder | undefined = locationColumnsBuilder();
  const openBuilder = (): LocationColumnsBuilder => {
    if (builder) return builder;
    throw new Error('the columns are complete');
  };
  const spools: SpooledBlocks[] = [];
  let formerCode: string | undefined;
  const common = madeOnce((): CommonParts => {
    const columns = openBuilder().finish();
    // Released, as it is nearly as large as the columns and no longer needed.
    builder = undefined;
    const packedColumns = columnPieces(columns).map(({ name, arrays }) => packPiece(name, arrays));
    return { ...content, columns, packedColumns, packedCapabilities: packCapabilities(content.capabilities) };
  });
  return {
    add(location) {
      const { locationCode } = location;
      if (formerCode !== undefined && byCodeUnit(formerCode, locationCode) >= 0) {
        throw new LocationsOutOfOrder(`${locationCode} came after ${formerCode}`);
      }
      openBuilder().add(location);
      formerCode = locationCode;
    },
    finish(lineOf) {
      const spool = spoolBlocks();
      spools.push(spool);
      return finishSnapshot(common(), lineOf, spool);
    },
    close() {
      for (const { close } of spools) close();
    },
  };
};
