import * as z from 'zod/mini';
import { type Capability, capability } from '../../../domain/capability/capability.ts';
import type { LocationColumns } from '../../../domain/location/catalogue/location-columns.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import { sha256Of } from '../../objects/bucket.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import type { StoredFile } from '../reading/published-manifest.ts';
import { takeColumns } from './column-pieces.ts';
import { blockTexts } from './line-blocks.ts';
import { takeUnsigned } from './narrow-arrays.ts';
import { type UnpackedArrays, unpackArrays } from './packed-arrays.ts';
import { decompress } from './snapshot-compression.ts';
import { parseHeader, type SnapshotHeader, type SnapshotPiece } from './snapshot-header.ts';

/** Properties that a stored snapshot must have. */
export interface ExpectedSnapshot extends Pick<StoredFile, 'bytes' | 'sha256'> {
  readonly version: string;
}

/** Parts of a snapshot. Each is unpacked on first use, and may then throw DamagedPublication. */
export interface SnapshotParts {
  readonly version: string;
  readonly columns: LocationColumns;
  readonly linesPerBlock: number;
  /** Returns the lines of a block, separated by line feeds. */
  readonly blockText: (block: number) => string;
  readonly capabilities: () => readonly Capability[];
}

/** Runs `read`, and turns any error into DamagedPublication. */
const damageTold = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};

interface PlacedPiece {
  readonly piece: SnapshotPiece;
  readonly start: number;
}

/** Returns where each piece and the blocks begin; the blocks must end with the file. */
const placePieces = (file: Uint8Array, { pieces, blockBytes }: SnapshotHeader, headerEnd: number) => {
  const placed = new Map<string, PlacedPiece>();
  let start = headerEnd;
  for (const piece of pieces) {
    placed.set(piece.name, { piece, start });
    start += piece.bytes;
  }
  if (start + blockBytes !== file.length)
    throw new DamagedPublication('the catalogue has another size than it says');
  return { placed, blocksStart: start };
};

const capabilityList = z.array(capability);

const readParts = (file: Uint8Array): SnapshotParts => {
  const { header, end } = parseHeader(file);
  const { version, counts, linesPerBlock } = header;
  const { placed, blocksStart } = placePieces(file, header, end);
  const contentOf = (name: string): { readonly content: Buffer; readonly piece: SnapshotPiece } => {
    const found = placed.get(name);
    if (!found) throw new DamagedPublication(`the catalogue has no ${name}`);
    const { piece, start } = found;
    return { content: decompress(file.subarray(start, start + piece.bytes), piece.contentBytes), piece };
  };
  const arraysOf = (name: string): UnpackedArrays =>
    damageTold(() => {
      const { content, piece } = contentOf(name);
      return unpackArrays(content, piece.arrays);
    });
  const sizes = () => {
    const arrays = arraysOf('blocks');
    const stored = takeUnsigned(arrays, 'sizes');
    const contentSizes = takeUnsigned(arrays, 'contentSizes');
    const blocks = Math.ceil(counts.locations / linesPerBlock);
    if (stored.length === blocks && contentSizes.length === blocks) return { sizes: stored, contentSizes };
    throw new DamagedPublication('the catalogue has more or fewer blocks than it says');
  };
  return {
    version,
    columns: takeColumns(arraysOf, counts.locations),
    linesPerBlock,
    blockText: blockTexts({ bytes: file.subarray(blocksStart), sizes }),
    capabilities: madeOnce(() =>
      damageTold(() => {
        const content: unknown = JSON.parse(contentOf('capabilities').content.toString('utf8'));
        return capabilityList.check(z.length(counts.capabilities)).parse(content);
      }),
    ),
  };
};

/** Opens the parts of a snapshot after verifying that it is the expected one. Throws DamagedPublication. */
export const snapshotParts = (file: Uint8Array, expected: ExpectedSnapshot): SnapshotParts => {
  if (file.length !== expected.bytes || sha256Of(file) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  const parts = damageTold(() => readParts(file));
  if (parts.version === expected.version) return parts;
  throw new DamagedPublication(`the catalogue is of version ${parts.version}`);
};
