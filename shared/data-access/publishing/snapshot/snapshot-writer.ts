import type { Capability } from '../../../domain/capability/capability.ts';
import { byCodeUnit } from '../../../domain/code-unit-order.ts';
import type { Location } from '../../../domain/location/location.ts';
import { type LocationColumns, locationColumnsBuilder } from '../../../domain/location/location-columns.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import type { SnapshotSource } from './check-snapshot.ts';
import { columnPieces } from './column-pieces.ts';
import { type BlockSizes, linesPerBlock } from './line-blocks.ts';
import { type LineWriter, lineWriter } from './line-writer.ts';
import { narrowed } from './narrow-arrays.ts';
import { type NumberArray, packArrays } from './packed-arrays.ts';
import { compress } from './snapshot-compression.ts';
import { encodeHeader, type SnapshotPiece } from './snapshot-header.ts';

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
interface WrittenSnapshot {
  /** Its bytes, as often as they are asked for until the writer is closed. */
  readonly pieces: () => Iterable<Uint8Array>;
  /** What must be found in it. */
  readonly source: SnapshotSource;
}

/** Takes the locations of one version, one after the other. */
export interface SnapshotWriter {
  /**
   * Begins a snapshot, before the first location comes: `line` says what it keeps of each, as text without an end of
   * line. The function that comes back completes it; no location can be added after that.
   */
  keeping(line: (location: Location) => string): () => WrittenSnapshot;
  /** In the order of location codes: throws LocationsOutOfOrder for one that does not come after the former. */
  add(location: Location): void;
  /** Must be called in the end. */
  close(): void;
}

interface PackedPiece {
  readonly description: SnapshotPiece;
  readonly bytes: Uint8Array;
}

const packPiece = (name: string, arrays: ReadonlyMap<string, NumberArray>): PackedPiece => {
  const { bytes: content, descriptions } = packArrays(arrays);
  const bytes = compress(content);
  return {
    description: { name, bytes: bytes.length, contentBytes: content.length, arrays: descriptions },
    bytes,
  };
};

const packCapabilities = (capabilities: readonly Capability[]): PackedPiece => {
  const content = Buffer.from(JSON.stringify(capabilities));
  const bytes = compress(content);
  return {
    description: { name: 'capabilities', bytes: bytes.length, contentBytes: content.length, arrays: [] },
    bytes,
  };
};

const packSizes = ({ sizes, contentSizes }: BlockSizes): PackedPiece =>
  packPiece(
    'blocks',
    new Map<string, NumberArray>([
      ['sizes', narrowed(sizes)],
      ['contentSizes', narrowed(contentSizes)],
    ]),
  );

/** What all snapshots of a version have in common, packed once for all of them. */
interface CommonParts extends SnapshotContent {
  readonly columns: LocationColumns;
  readonly packedColumns: readonly PackedPiece[];
  readonly packedCapabilities: PackedPiece;
}

const finishSnapshot = (common: CommonParts, lines: LineWriter): WrittenSnapshot => {
  const { version, capabilities, columns, packedColumns, packedCapabilities } = common;
  const sizes = lines.pack(columns.places().rank);
  const packed = [...packedColumns, packSizes(sizes), packedCapabilities];
  const header = encodeHeader({
    version,
    counts: { locations: columns.size, capabilities: capabilities.length },
    linesPerBlock,
    pieces: packed.map(({ description }) => description),
    blockBytes: sizes.sizes.reduce((sum, size) => sum + size, 0),
  });
  return {
    source: { columns, checksums: lines.checksums() },
    *pieces() {
      yield header;
      for (const { bytes } of packed) yield bytes;
      yield* lines.blocks();
    },
  };
};

/**
 * Writes the snapshots of one version, which differ in their lines. Holds the columns, once, and a checksum of each
 * line; lines wait in a temporary file, since their order is known only when all locations are there, and so do their
 * blocks, whose sizes come first.
 */
export const snapshotWriter = (content: SnapshotContent): SnapshotWriter => {
  const builder = locationColumnsBuilder();
  const writers: LineWriter[] = [];
  let formerCode: string | undefined;
  const common = madeOnce((): CommonParts => {
    const columns = builder.finish();
    const packedColumns = columnPieces(columns).map(({ name, arrays }) => packPiece(name, arrays));
    return { ...content, columns, packedColumns, packedCapabilities: packCapabilities(content.capabilities) };
  });
  return {
    keeping(line) {
      const writer = lineWriter(line);
      writers.push(writer);
      return () => finishSnapshot(common(), writer);
    },
    add(location) {
      const { locationCode } = location;
      if (formerCode !== undefined && byCodeUnit(formerCode, locationCode) >= 0) {
        throw new LocationsOutOfOrder(`${locationCode} came after ${formerCode}`);
      }
      builder.add(location);
      for (const writer of writers) writer.add(location);
      formerCode = locationCode;
    },
    close() {
      for (const { close } of writers) close();
    },
  };
};
