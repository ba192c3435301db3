import type { Capability } from '../../../domain/capability/capability.ts';
import { byCodeUnit } from '../../../domain/code-unit-order.ts';
import type { Location } from '../../../domain/location/location.ts';
import { locationColumnsBuilder } from '../../../domain/location/location-columns.ts';
import { buildSpatialTree } from '../../../domain/location/spatial-index.ts';
import { columnArrays } from './column-arrays.ts';
import { packArrays } from './packed-arrays.ts';
import { recordBlocksWriter, recordsPerBlock } from './record-blocks.ts';
import { compress } from './snapshot-compression.ts';
import { encodeHeader } from './snapshot-header.ts';

/** Locations came in another order than that of their codes, or one came twice. */
export class LocationsOutOfOrder extends Error {
  override readonly name = 'LocationsOutOfOrder';
}

/** What a snapshot is of. */
export interface SnapshotContent {
  readonly version: string;
  readonly capabilities: readonly Capability[];
  /** What is kept of a location: one line of text. */
  readonly line: (location: Location) => string;
}

/** Takes the locations of one version, one after the other. */
export interface SnapshotWriter {
  /** In the order of location codes: throws LocationsOutOfOrder for one that does not come after the former. */
  add(location: Location): void;
  /** The whole snapshot. Nothing can be added after it. */
  finish(): Uint8Array;
}

/** Writes the snapshot of one version. Holds its columns and compressed blocks, and no record for long. */
export const snapshotWriter = ({ version, capabilities, line }: SnapshotContent): SnapshotWriter => {
  const builder = locationColumnsBuilder();
  const records = recordBlocksWriter();
  let locations = 0;
  let formerCode = '';
  return {
    add(location) {
      const { locationCode } = location;
      if (locations > 0 && byCodeUnit(formerCode, locationCode) >= 0) {
        throw new LocationsOutOfOrder(`${locationCode} came after ${formerCode}`);
      }
      builder.add(location);
      records.add(line(location));
      formerCode = locationCode;
      locations += 1;
    },
    finish() {
      const { blocks, sizes, contentSizes } = records.finish();
      const columns = builder.finish();
      const { bytes: columnBytes, descriptions } = packArrays(
        new Map([
          ...columnArrays(columns),
          ['blocks.sizes', sizes],
          ['blocks.contentSizes', contentSizes],
          ['tree', buildSpatialTree(columns.coordinates)],
        ]),
      );
      const capabilityBytes = Buffer.from(JSON.stringify(capabilities));
      const packed = { capabilities: compress(capabilityBytes), columns: compress(columnBytes) };
      const header = encodeHeader({
        version,
        counts: { locations, capabilities: capabilities.length },
        recordsPerBlock,
        capabilities: { bytes: packed.capabilities.length, contentBytes: capabilityBytes.length },
        columns: { bytes: packed.columns.length, contentBytes: columnBytes.length },
        arrays: descriptions,
      });
      return Buffer.concat([header, packed.capabilities, packed.columns, ...blocks]);
    },
  };
};
