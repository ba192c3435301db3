import { growingNumbers } from '../../../domain/location/catalogue/growing-numbers.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { compress, decompress } from './snapshot-compression.ts';

/**
 * Number of lines that are compressed together. Lines are in spatial order, so that a page of neighbours needs one or
 * two blocks.
 */
export const linesPerBlock = 32;

/** Sizes of blocks of lines. */
export interface BlockSizes {
  /** Stored size of each block, in order. */
  readonly sizes: Uint32Array;
  /** Size of each block when unpacked. */
  readonly contentSizes: Uint32Array;
}

/**
 * Creates a writer that packs lines and passes on each full block; only the lines of the current block are in memory.
 */
export const lineBlocksWriter = (take: (block: Uint8Array) => void) => {
  const sizes = growingNumbers();
  const contentSizes = growingNumbers();
  let lines: string[] = [];
  const endBlock = () => {
    const content = Buffer.from(lines.join('\n'));
    const block = compress(content);
    take(block);
    sizes.push(block.length);
    contentSizes.push(content.length);
    lines = [];
  };
  return {
    add(line: string): void {
      lines.push(line);
      if (lines.length === linesPerBlock) endBlock();
    },
    finish(): BlockSizes {
      if (lines.length > 0) endBlock();
      return {
        sizes: Uint32Array.from(sizes.numbers()),
        contentSizes: Uint32Array.from(contentSizes.numbers()),
      };
    },
  };
};

/** Stored blocks: their concatenated bytes and their sizes. */
export interface StoredBlocks {
  readonly bytes: Uint8Array;
  readonly sizes: () => BlockSizes;
}

const endsOf = (sizes: Uint32Array): Float64Array => {
  let end = 0;
  return Float64Array.from(sizes, (size) => {
    end += size;
    return end;
  });
};

/** Creates a function for the text of a block, which throws if the block cannot be unpacked. */
export const blockTexts = ({ bytes, sizes }: StoredBlocks): ((block: number) => string) => {
  const places = madeOnce(() => {
    const { sizes: stored, contentSizes } = sizes();
    const ends = endsOf(stored);
    if ((ends.at(-1) ?? 0) !== bytes.length) {
      throw new DamagedPublication('the catalogue has more or fewer lines than it says');
    }
    return { ends, contentSizes };
  });
  return (block) => {
    const { ends, contentSizes } = places();
    const start = block === 0 ? 0 : ends[block - 1];
    return decompress(bytes.subarray(start, ends[block]), contentSizes[block] ?? 0).toString('utf8');
  };
};
