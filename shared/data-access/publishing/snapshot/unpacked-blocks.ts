import type { RecordBlocks } from './record-blocks.ts';
import { decompress } from './snapshot-compression.ts';

/**
 * How much text is kept unpacked: all of a network of 21,000 locations, once somebody has asked for all of it, and
 * a share of a larger one. It is less than half of what the records would take as objects.
 */
const keptCharacters = 24 * 1024 * 1024;

const endsOf = (sizes: Uint32Array): Float64Array => {
  let end = 0;
  return Float64Array.from(sizes, (size) => {
    end += size;
    return end;
  });
};

interface Unpacked {
  readonly lines: readonly string[];
  readonly characters: number;
}

/**
 * Gives the lines of a block. Those last asked for are kept, so that what many ask for, such as the middle of a
 * city, is not unpacked again and again. Throws where a block cannot be unpacked.
 */
export const unpackedBlocks = (
  { bytes, sizes, contentSizes }: RecordBlocks,
  mostCharacters = keptCharacters,
): ((block: number) => readonly string[]) => {
  const ends = endsOf(sizes);
  /** Those last asked for come last. */
  const kept = new Map<number, Unpacked>();
  let characters = 0;

  const unpack = (block: number): Unpacked => {
    const start = block === 0 ? 0 : ends[block - 1];
    const content = decompress(bytes.subarray(start, ends[block]), contentSizes[block] ?? 0);
    const text = content.toString('utf8');
    return { lines: text.split('\n'), characters: text.length };
  };
  const keep = (block: number, unpacked: Unpacked): void => {
    kept.set(block, unpacked);
    characters += unpacked.characters;
    for (const [oldest, dropped] of kept) {
      if (characters <= mostCharacters) break;
      kept.delete(oldest);
      characters -= dropped.characters;
    }
  };

  return (block) => {
    const known = kept.get(block);
    if (known) {
      kept.delete(block);
      kept.set(block, known);
      return known.lines;
    }
    const unpacked = unpack(block);
    keep(block, unpacked);
    return unpacked.lines;
  };
};
