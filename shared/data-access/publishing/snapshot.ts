import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Capability } from '../../domain/capability/capability.ts';
import { lazy } from '../../domain/lazy.ts';
import { openCatalogue } from '../../domain/location/catalogue/catalogue.ts';
import { type CatalogueIndex, indexLocations } from '../../domain/location/catalogue/catalogue-index.ts';
import { perAttribute } from '../../domain/location/catalogue/filter.ts';
import type { Location } from '../../domain/location/location.ts';
import { sha256Of } from '../objects/bucket.ts';
import { DamagedPublication, type StoredFile } from './manifest.ts';

/**
 * The snapshot is the published catalogue in one file: a line of JSON that names its pieces and their sizes, then the
 * pieces, each compressed by itself so that a reader unpacks only what it uses.
 *
 * - `places`, `codes` and one piece for each attribute: the index, as `v8.serialize` writes it
 * - `capabilities`: JSON
 * - `blocks`: the sizes of the blocks of records, which follow the named pieces
 *
 * A block holds 32 records, one line of JSON a location, in spatial order: a page of neighbours needs one or two
 * blocks. Readers trust the content, because its SHA-256 is in the manifest and the publisher has compared every record
 * and the index with what it read from the tables.
 */

/** Number of records in a block. The last block may have fewer. */
const blockRecords = 32;

/** A location as stored: its code and its JSON. */
export interface LocationRecord {
  readonly code: string;
  readonly text: string;
}

/** Locations, and the capabilities of their services. */
export interface Network {
  /** In the order of service codes. */
  readonly capabilities: readonly Capability[];
  /** In the order of location codes, each code once. */
  readonly records: readonly LocationRecord[];
}

/** Properties that a stored snapshot must have. */
export type ExpectedSnapshot = Omit<StoredFile, 'key'> & { readonly version: string };

/** Writes a network as a snapshot, and returns it with its index. Yields regularly, so that a lease can be renewed. */
export const packSnapshot = async ({
  version,
  capabilities,
  records,
}: Network & { readonly version: string }) => {
  const index = indexLocations(locationsIn(records));
  const { serialize } = v8();
  const { rank } = index.places();
  const blocks: Uint8Array[] = [];
  const contentBytes: number[] = [];
  for (let row = 0; row < records.length; row += blockRecords) {
    const ranks = [...rank.subarray(row, row + blockRecords)];
    const content = Buffer.from(ranks.map((each) => records[each]?.text).join('\n'));
    blocks.push(compress(content));
    contentBytes.push(content.length);
    if (blocks.length % blocksPerTurn === 0) await setImmediate();
  }
  const sizes: BlockSizes = {
    bytes: Uint32Array.from(blocks, ({ length }) => length),
    contentBytes: Uint32Array.from(contentBytes),
  };
  const pieces = Object.entries({
    places: serialize(index.places()),
    codes: serialize(index.codes()),
    ...perAttribute((attribute) => serialize(index.postings(attribute))),
    capabilities: Buffer.from(JSON.stringify(capabilities)),
    blocks: serialize(sizes),
  }).map(([name, content]) => ({ name, contentBytes: content.length, content: compress(content) }));
  const head: Head = {
    version,
    locations: records.length,
    pieces: pieces.map(({ name, contentBytes, content }) => ({ name, contentBytes, bytes: content.length })),
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  return { bytes: Buffer.concat([line, ...pieces.map(({ content }) => content), ...blocks]), index };
};

/** Opens a snapshot. Throws DamagedPublication unless it is the expected one; so does the use of an unreadable part. */
export const openSnapshot = (file: Uint8Array, expected: ExpectedSnapshot) => {
  if (file.length !== expected.bytes || sha256Of(file) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  const { version, locations, pieces, blocksStart } = readable(() => readHead(file));
  if (version !== expected.version) throw new DamagedPublication(`the catalogue is of version ${version}`);
  const pieceOf = (name: string): Buffer => {
    const piece = pieces.get(name);
    if (!piece) throw new DamagedPublication(`the catalogue has no ${name}`);
    return decompress(file.subarray(piece.start, piece.start + piece.bytes), piece.contentBytes);
  };
  const deserialized = (name: string) => lazy(() => readable(() => v8().deserialize(pieceOf(name))));
  const postings = perAttribute(deserialized);
  const index: CatalogueIndex = {
    size: locations,
    places: deserialized('places'),
    codes: deserialized('codes'),
    postings: (attribute) => postings[attribute](),
  };
  const blockSizes: () => BlockSizes = deserialized('blocks');
  const blockStarts = lazy(() => {
    const { bytes } = blockSizes();
    const starts = new Float64Array(bytes.length + 1).fill(blocksStart);
    for (const [block, size] of bytes.entries()) starts[block + 1] = (starts[block] ?? 0) + size;
    return starts;
  });
  /** Returns the records of a block, one a line. */
  const linesOf = (block: number): readonly string[] => {
    const bytes = file.subarray(blockStarts()[block], blockStarts()[block + 1]);
    const content = readable(() => decompress(bytes, blockSizes().contentBytes[block] ?? 0));
    return content.toString('utf8').split('\n');
  };
  const cachedLines = new LRUCache<number, readonly string[]>({
    maxSize: cachedBytes,
    sizeCalculation: (_lines, block) => Math.max(1, blockSizes().contentBytes[block] ?? 0),
    memoMethod: linesOf,
  });
  const textOf = (row: number): string => {
    const text = cachedLines.memo(Math.floor(row / blockRecords))[row % blockRecords];
    if (text === undefined) throw new DamagedPublication(`the catalogue has no record in row ${row}`);
    return text;
  };
  /** Yields all records in the order of storage, with their ranks by location code. Throws DamagedPublication. */
  const records = async function* () {
    const { rank: ranks } = index.places();
    const codes = index.codes();
    for (let block = 0; block < blockSizes().bytes.length; block++) {
      for (const [line, text] of linesOf(block).entries()) {
        const rank = ranks[block * blockRecords + line] ?? index.size;
        const code = codes[rank];
        if (code === undefined) throw new DamagedPublication('the catalogue has more records than codes');
        yield { code, text, rank };
      }
      if (block % blocksPerTurn === 0) await setImmediate();
    }
  };
  return {
    catalogue: openCatalogue({
      version,
      index,
      readRows: (rows) => locationsOfRows(rows, textOf),
      capabilities: () => readable(() => JSON.parse(pieceOf('capabilities').toString('utf8'))),
    }),
    index,
    records,
    /** Reads all records, in the order of location codes. Throws DamagedPublication. */
    async readRecords() {
      const found = new Array<LocationRecord>(index.size);
      for await (const { rank, ...record } of records()) found[rank] = record;
      return found;
    },
  };
};

/** Loads what unpacks a snapshot. A starting function has time for it while it waits for the file. */
export const prepareToOpen = (): void => {
  zlib();
  v8();
};

const zlib = () => process.getBuiltinModule('node:zlib');
const v8 = () => process.getBuiltinModule('node:v8');

const count = z.int().check(z.nonnegative());

/** First line of a snapshot. */
const head = z.object({
  version: z.string(),
  locations: count,
  /** Pieces in their order, with their compressed and their unpacked sizes. */
  pieces: z.array(z.object({ name: z.string(), bytes: count, contentBytes: count })),
});
type Head = z.infer<typeof head>;

/** Compressed and unpacked sizes of the blocks. */
interface BlockSizes {
  readonly bytes: Uint32Array;
  readonly contentBytes: Uint32Array;
}

/** Reads the head, and where each piece and the first block starts. */
const readHead = (file: Uint8Array) => {
  const lineEnd = file.indexOf(0x0a);
  const parsed = head.parse(JSON.parse(Buffer.from(file.subarray(0, lineEnd)).toString('utf8')));
  let blocksStart = lineEnd + 1;
  const located = parsed.pieces.map((piece) => {
    const start = blocksStart;
    blocksStart += piece.bytes;
    return [piece.name, { ...piece, start }] as const;
  });
  return { ...parsed, pieces: new Map(located), blocksStart };
};

/** Yields what is parsed from records, one location at a time. */
function* locationsIn(records: readonly LocationRecord[]): Generator<Location> {
  for (const { text } of records) yield JSON.parse(text);
}

/** Blocks compressed between two turns of the event loop, some 20 ms. */
const blocksPerTurn = 64;

/** Compression level of zstd, from 1 to 22. Higher ones take much longer and save a few per cent. */
const level = 9;

const compress = (content: Uint8Array): Uint8Array => {
  const { constants, zstdCompressSync } = zlib();
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  // Copied, as the result is a view of a much larger buffer, and there are thousands.
  return Uint8Array.from(zstdCompressSync(content, { params }));
};

/** Room in the output beyond the content, without which the decoder is called a second time to find the end. */
const outputMargin = 64;

const decompress = (bytes: Uint8Array, contentBytes: number): Buffer => {
  const content = zlib().zstdDecompressSync(bytes, { chunkSize: contentBytes + outputMargin });
  if (content.length !== contentBytes) throw new RangeError('a piece unpacks to another size than its own');
  return content;
};

/** Runs `read`, and turns any error into DamagedPublication. */
const readable = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};

/** Bound of the cache of unpacked blocks in bytes: it holds all of 21,000 locations, and a part of a larger network. */
const cachedBytes = 24 * 1024 * 1024;

/** Rows whose texts are read together, as in a list by code each block would otherwise be unpacked again and again. */
const rowsAtOnce = 4096;

/** Yields the locations of rows in the order given; each is parsed when it is due. */
function* locationsOfRows(rows: Uint32Array, textOf: (row: number) => string): Generator<Location> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const due = rows.subarray(start, start + rowsAtOnce);
    const texts = new Map<number, string>();
    // Copied, because a line is a slice that would keep its whole block in memory.
    for (const row of due.toSorted()) texts.set(row, Buffer.from(textOf(row)).toString());
    for (const row of due) yield readable(() => JSON.parse(texts.get(row) ?? ''));
  }
}
