import { compress } from './snapshot-compression.ts';

/**
 * Records that are compressed together. They stand in the order of location codes: a list of thousands unpacks each
 * block once, and whoever asks for a few by place unpacks a few blocks, at some 40 microseconds each.
 */
export const recordsPerBlock = 32;

/** Compressed blocks: NDJSON, a location a line. */
export interface RecordBlocks {
  /** The blocks, one after the other. */
  readonly bytes: Uint8Array;
  /** Size of each in `bytes`. */
  readonly sizes: Uint32Array;
  /** Size of each when unpacked. */
  readonly contentSizes: Uint32Array;
}

/** Packs locations as they come: only compressed blocks are held, and the lines of the one that is not yet full. */
export const recordBlocksWriter = () => {
  const blocks: Uint8Array[] = [];
  const contentSizes: number[] = [];
  let lines: string[] = [];
  const endBlock = () => {
    const content = Buffer.from(lines.join('\n'));
    blocks.push(compress(content));
    contentSizes.push(content.length);
    lines = [];
  };
  return {
    add(line: string): void {
      lines.push(line);
      if (lines.length === recordsPerBlock) endBlock();
    },
    finish(): { readonly blocks: readonly Uint8Array[] } & Pick<RecordBlocks, 'sizes' | 'contentSizes'> {
      if (lines.length > 0) endBlock();
      return {
        blocks,
        sizes: Uint32Array.from(blocks, ({ length }) => length),
        contentSizes: Uint32Array.from(contentSizes),
      };
    },
  };
};
