import * as z from 'zod';
import { type Capability, capability } from '../../../domain/capability/capability.ts';
import { catalogueOfColumns } from '../../../domain/location/catalogue-of-columns.ts';
import type { Location } from '../../../domain/location/location.ts';
import type { LocationBodies } from '../../../domain/location/location-bodies.ts';
import type { LocationCatalogue } from '../../../domain/location/location-catalogue.ts';
import type { LocationColumns } from '../../../domain/location/location-columns.ts';
import { openSpatialIndex } from '../../../domain/location/spatial-index.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';
import type { StoredFile } from '../published-manifest.ts';
import { sha256Of } from '../published-object.ts';
import { takeColumns } from './column-arrays.ts';
import { unpackArrays } from './packed-arrays.ts';
import type { RecordBlocks } from './record-blocks.ts';
import { checkedBefore, recordBodies } from './record-bodies.ts';
import { decompress } from './snapshot-compression.ts';
import { parseHeader, type SnapshotPiece } from './snapshot-header.ts';

/** What a stored snapshot must be. */
export interface ExpectedSnapshot extends Pick<StoredFile, 'bytes' | 'sha256'> {
  readonly version: string;
}

/** What a snapshot consists of. */
export interface SnapshotParts {
  readonly version: string;
  readonly columns: LocationColumns;
  readonly tree: Uint8Array;
  readonly bodies: LocationBodies;
  readonly capabilities: readonly Capability[];
}

const capabilityList = z.array(capability);

const checkBlocks = ({ bytes, sizes, contentSizes }: RecordBlocks, count: number): void => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length !== count || contentSizes.length !== count || bytes.length !== total) {
    throw new DamagedPublication('the catalogue has more or less records than it says');
  }
};

const readParts = (file: Uint8Array, schema: z.ZodType<Location>): SnapshotParts => {
  const { header, end } = parseHeader(file);
  const { counts, recordsPerBlock } = header;
  const columnsStart = end + header.capabilities.bytes;
  const blocksStart = columnsStart + header.columns.bytes;
  const unpack = (from: number, { bytes, contentBytes }: SnapshotPiece) =>
    decompress(file.subarray(from, from + bytes), contentBytes);

  const capabilities = capabilityList
    .length(counts.capabilities)
    .parse(JSON.parse(unpack(end, header.capabilities).toString('utf8')));
  const arrays = unpackArrays(unpack(columnsStart, header.columns), header.arrays);
  const columns = takeColumns(arrays, counts.locations);
  const blocks = {
    bytes: file.subarray(blocksStart),
    sizes: arrays.take('blocks.sizes', Uint32Array),
    contentSizes: arrays.take('blocks.contentSizes', Uint32Array),
  };
  checkBlocks(blocks, Math.ceil(counts.locations / recordsPerBlock));
  return {
    version: header.version,
    columns,
    tree: arrays.take('tree', Uint8Array),
    bodies: recordBodies({ ...blocks, recordsPerBlock, codes: columns.codes }, schema),
    capabilities,
  };
};

/** What `read` makes of a damaged snapshot, whatever it stumbles over, is DamagedPublication. */
export const damageTold = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedPublication || error instanceof NewerPublicationFormat) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};

/** The parts of a snapshot that is exactly the one expected; see openSnapshot for errors. */
export const snapshotParts = (
  file: Uint8Array,
  expected: ExpectedSnapshot,
  schema: z.ZodType<Location>,
): SnapshotParts => {
  if (file.length !== expected.bytes || sha256Of(file) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  const parts = damageTold(() => readParts(file, schema));
  if (parts.version === expected.version) return parts;
  throw new DamagedPublication(`the catalogue is of version ${parts.version}`);
};

/**
 * Makes a stored snapshot, which must be exactly the one the manifest names, into a catalogue that answers at once.
 * Its records stay compressed until they are shown. Throws DamagedPublication, or NewerPublicationFormat where only
 * a newer release can read it; a record that cannot be read throws DamagedPublication when it is to be shown.
 */
export const openSnapshot = (file: Uint8Array, expected: ExpectedSnapshot): LocationCatalogue => {
  const { tree, ...parts } = snapshotParts(file, expected, checkedBefore);
  const rows = parts.columns.coordinates.lat.length;
  const spatialIndex = damageTold(() => openSpatialIndex(tree, rows));
  return catalogueOfColumns({ ...parts, spatialIndex });
};
