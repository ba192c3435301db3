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

/** Locations came in another order than that of their codes, or one came twice. */
export class LocationsOutOfOrder extends Error {
  override readonly name = 'LocationsOutOfOrder';
}

/** What the snapshots of a version have in common, beside its locations. */
export interface SnapshotContent {
  readonly version: string;
  readonly capabilities: readonly Capability[];
}

/** A snapshot that is complete. */
export interface WrittenSnapshot {
  /** Its bytes, as often as they are asked for until the writer is closed. */
  readonly pieces: () => Iterable<Uint8Array>;
  /** What must be found in it. */
  readonly source: SnapshotSource;
}

/** Takes the locations of one version, one after the other. */
export interface SnapshotWriter {
  /** In the order of location codes: throws LocationsOutOfOrder for one that does not come after the former. */
  add(location: LocationFacets): void;
  /**
   * Completes a snapshot that keeps of each location this line, without an end of line: of the one that came after so
   * many others. No location can be added after that. Stops now and then, so that whatever else is due has its turn.
   */
  finish(lineOf: (rank: number) => string): Generator<undefined, WrittenSnapshot>;
  /** Must be called in the end. */
  close(): void;
}

/** What all snapshots of a version have in common, packed once for all of them. */
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
 * Writes the snapshots of one version, which differ in their lines. Holds the columns, once, and a checksum of each
 * line; lines are asked for in their order, which is known only when all locations are there, and their blocks wait in
 * a temporary file, since their sizes come first.
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
    // Nearly as large as the columns, and nobody needs it any more.
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
