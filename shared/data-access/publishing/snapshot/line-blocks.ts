import { growingNumbers } from '../../../domain/location/catalogue/growing-numbers.ts';
import { madeOnce } from '../../../domain/made-once.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { compress, decompress } from './snapshot-compression.ts';

/**
 * Lines that are compressed together. They stand in spatial order: whoever asks for a page of neighbours unpacks a
 * block or two, at some 40 microseconds each.
 */
export const linesPerBlock = 32;

/** Where blocks of lines are. */
export interface BlockSizes {
  /** Of each block as it is stored, one after the other. */
  readonly sizes: Uint32Array;
  /** Of each when unpacked. */
  readonly contentSizes: Uint32Array;
}

/** Packs lines as they come, and hands on each block that is full: only the lines of the one that is not are held. */
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

/** Stored blocks: their bytes, one after the other, and where each is. */
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

/** Gives the text of each block. Throws where it cannot be unpacked. */
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
