import type { Capability } from '../../../domain/capability/capability.ts';
import { byCodeUnit } from '../../../domain/code-unit-order.ts';
import type { Location } from '../../../domain/location/location.ts';
import { locationColumnsBuilder } from '../../../domain/location/location-columns.ts';
import { columnPieces } from './column-pieces.ts';
import { type BlockSizes, lineBlocksWriter, linesPerBlock } from './line-blocks.ts';
import { narrowed } from './narrow-arrays.ts';
import { type NumberArray, packArrays } from './packed-arrays.ts';
import { compress } from './snapshot-compression.ts';
import { encodeHeader, type SnapshotPiece } from './snapshot-header.ts';
import { spoolLines } from './spooled-lines.ts';

/** Locations came in another order than that of their codes, or one came twice. */
export class LocationsOutOfOrder extends Error {
  override readonly name = 'LocationsOutOfOrder';
}

/** What a snapshot is of. */
export interface SnapshotContent {
  readonly version: string;
  readonly capabilities: readonly Capability[];
  /** What is kept of a location: text without an end of line. */
  readonly line: (location: Location) => string;
}

/** Takes the locations of one version, one after the other. */
export interface SnapshotWriter {
  /** In the order of location codes: throws LocationsOutOfOrder for one that does not come after the former. */
  add(location: Location): void;
  /** The whole snapshot. Nothing can be added after it. */
  finish(): Uint8Array;
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

/**
 * Writes the snapshot of one version. Holds its columns and, in the end, its compressed blocks; lines wait in a
 * temporary file, since their order is known only when all locations are there.
 */
export const snapshotWriter = ({ version, capabilities, line }: SnapshotContent): SnapshotWriter => {
  const builder = locationColumnsBuilder();
  const lines = spoolLines();
  let locations = 0;
  let formerCode = '';
  return {
    add(location) {
      const { locationCode } = location;
      if (locations > 0 && byCodeUnit(formerCode, locationCode) >= 0) {
        throw new LocationsOutOfOrder(`${locationCode} came after ${formerCode}`);
      }
      builder.add(location);
      lines.add(line(location));
      formerCode = locationCode;
      locations += 1;
    },
    finish() {
      const columns = builder.finish();
      const writer = lineBlocksWriter();
      for (const rank of columns.places().rank) writer.add(lines.line(rank));
      lines.close();
      const { blocks, ...sizes } = writer.finish();
      const pieces = [
        ...columnPieces(columns).map(({ name, arrays }) => packPiece(name, arrays)),
        packSizes(sizes),
        packCapabilities(capabilities),
      ];
      const header = encodeHeader({
        version,
        counts: { locations, capabilities: capabilities.length },
        linesPerBlock,
        pieces: pieces.map(({ description }) => description),
        blockBytes: blocks.reduce((sum, { length }) => sum + length, 0),
      });
      return Buffer.concat([header, ...pieces.map(({ bytes }) => bytes), ...blocks]);
    },
  };
};
