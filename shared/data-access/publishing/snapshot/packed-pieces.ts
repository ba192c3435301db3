import type { Capability } from '../../../domain/capability/capability.ts';
import type { BlockSizes } from './line-blocks.ts';
import { narrowed } from './narrow-arrays.ts';
import { type NumberArray, packArrays } from './packed-arrays.ts';
import { compress } from './snapshot-compression.ts';
import type { SnapshotPiece } from './snapshot-header.ts';

/** Piece of a snapshot as stored, with its entry in the header. */
export interface PackedPiece {
  readonly description: SnapshotPiece;
  readonly bytes: Uint8Array;
}

/** Packs arrays that are used together. */
export const packPiece = (name: string, arrays: ReadonlyMap<string, NumberArray>): PackedPiece => {
  const { bytes: content, descriptions } = packArrays(arrays);
  const bytes = compress(content);
  return {
    description: { name, bytes: bytes.length, contentBytes: content.length, arrays: descriptions },
    bytes,
  };
};

/** Packs all capabilities as JSON. */
export const packCapabilities = (capabilities: readonly Capability[]): PackedPiece => {
  const content = Buffer.from(JSON.stringify(capabilities));
  const bytes = compress(content);
  return {
    description: { name: 'capabilities', bytes: bytes.length, contentBytes: content.length, arrays: [] },
    bytes,
  };
};

/** Packs the sizes of the blocks of lines. */
export const packSizes = ({ sizes, contentSizes }: BlockSizes): PackedPiece =>
  packPiece(
    'blocks',
    new Map<string, NumberArray>([
      ['sizes', narrowed(sizes)],
      ['contentSizes', narrowed(contentSizes)],
    ]),
  );
