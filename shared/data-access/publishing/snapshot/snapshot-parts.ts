import * as z from 'zod';
import { type Capability, capability } from '../../../domain/capability/capability.ts';
import type { LocationBodies } from '../../../domain/location/location-bodies.ts';
import type { LocationColumns } from '../../../domain/location/location-columns.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';
import type { StoredFile } from '../published-manifest.ts';
import { sha256Of } from '../published-object.ts';
import { takeColumns } from './column-arrays.ts';
import { unpackArrays } from './packed-arrays.ts';
import type { RecordBlocks } from './record-blocks.ts';
import { type RecordReading, recordBodies } from './record-bodies.ts';
import { decompress } from './snapshot-compression.ts';
import { parseHeader, type SnapshotPiece } from './snapshot-header.ts';

/** What a stored snapshot must be. */
export interface ExpectedSnapshot extends Pick<StoredFile, 'bytes' | 'sha256'> {
  readonly version: string;
}

/** What a snapshot consists of. */
export interface SnapshotParts<Body> {
  readonly version: string;
  readonly columns: LocationColumns;
  readonly tree: Uint8Array;
  readonly bodies: LocationBodies<Body>;
  readonly capabilities: readonly Capability[];
}

const capabilityList = z.array(capability);

const checkBlocks = ({ bytes, sizes, contentSizes }: RecordBlocks, count: number): void => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.length !== count || contentSizes.length !== count || bytes.length !== total) {
    throw new DamagedPublication('the catalogue has more or less records than it says');
  }
};

const readParts = <Body>(file: Uint8Array, reading: RecordReading<Body>): SnapshotParts<Body> => {
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
    bodies: recordBodies({ ...blocks, recordsPerBlock }, reading),
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

/**
 * The parts of a snapshot that is exactly the one expected. Throws DamagedPublication or NewerPublicationFormat.
 */
export const snapshotParts = <Body>(
  file: Uint8Array,
  expected: ExpectedSnapshot,
  reading: RecordReading<Body>,
): SnapshotParts<Body> => {
  if (file.length !== expected.bytes || sha256Of(file) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  const parts = damageTold(() => readParts(file, reading));
  if (parts.version === expected.version) return parts;
  throw new DamagedPublication(`the catalogue is of version ${parts.version}`);
};
