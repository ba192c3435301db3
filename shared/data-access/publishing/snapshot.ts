import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Capability } from '../../domain/capability/capability.ts';
import { lazy } from '../../domain/lazy.ts';
import { openCatalogue, type TextIndexes } from '../../domain/location/catalogue/catalogue.ts';
import {
  type CatalogueIndex,
  indexLocations,
  rowsByRank,
} from '../../domain/location/catalogue/catalogue-index.ts';
import { MissingCatalogueData, openColumns, readColumns } from '../../domain/location/catalogue/columns.ts';
import { perAttribute } from '../../domain/location/catalogue/filter.ts';
import { wordIndexBuilder } from '../../domain/location/catalogue/word-index.ts';
import type { Location } from '../../domain/location/location.ts';
import type { ReadableBucket } from '../objects/bucket.ts';
import { DamagedPublication, type Manifest, readStoredFile } from './manifest.ts';

/**
 * A snapshot is a published catalogue in one file: a line of JSON with the names and sizes of its pieces, then the
 * pieces. Each piece is compressed separately, so that a reader decompresses only what it uses.
 *
 * - `places`, `codes` and one piece for each attribute and column: the index, in the format of `v8.serialize`
 * - `capabilities`: JSON
 * - `blocks`: the sizes of the blocks of records, which follow the named pieces
 *
 * A block has 32 records in spatial order, each a location as one line of JSON, so that a page of neighbours needs one
 * or two blocks. Readers trust the content, because its SHA-256 is in the manifest, and because the publisher has
 * compared every record and the index with the tables.
 */

/** Number of records in a block. The last block may have fewer. */
const blockRecords = 32;

/** A stored location: its code and its JSON. */
export interface LocationRecord {
  readonly code: string;
  readonly text: string;
}

/** All locations and capabilities. */
export interface Network {
  /** Ordered by service code. */
  readonly capabilities: readonly Capability[];
  /** Ordered by location code; codes are unique. */
  readonly records: readonly LocationRecord[];
}

/**
 * Builds a snapshot, and returns it with its index and its words. Calls `visit` with each location, in code order, so
 * that other files need not parse the records again. Yields to the event loop, so that a lease can be renewed.
 */
export const packSnapshot = async (
  { version, capabilities, records }: Network & { readonly version: string },
  visit: (location: Location) => void = () => {},
) => {
  const builder = wordIndexBuilder();
  const visited = eachVisited(locationsIn(records), builder.add, visit);
  const index = indexLocations(visited, capabilities);
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
    ...Object.fromEntries(
      Object.entries(readColumns(index.columns)).map(([name, column]) => [name, serialize(column)]),
    ),
    capabilities: Buffer.from(JSON.stringify(capabilities)),
    blocks: serialize(sizes),
  }).map(([name, content]) => ({ name, contentBytes: content.length, content: compress(content) }));
  const head: Head = {
    version,
    locations: records.length,
    pieces: pieces.map(({ name, contentBytes, content }) => ({ name, contentBytes, bytes: content.length })),
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  const bytes = Buffer.concat([line, ...pieces.map(({ content }) => content), ...blocks]);
  return { bytes, index, words: builder.finish(index.rows()) };
};

/** Reads and opens the snapshot of a version. Throws StoreUnavailable, and the same errors as openSnapshot. */
export const readSnapshot = async (
  bucket: ReadableBucket,
  manifest: Pick<Manifest, 'snapshot' | 'version'>,
  texts?: TextIndexes,
): Promise<Snapshot> => openSnapshot(await readStoredFile(bucket, manifest.snapshot), manifest, texts);

export type Snapshot = ReturnType<typeof openSnapshot>;

/**
 * Opens a file whose checksum has been verified. Throws DamagedPublication if it is not a snapshot of the expected
 * version, or later if a damaged part is read.
 */
export const openSnapshot = (
  file: Uint8Array,
  expected: Pick<Manifest, 'version'>,
  texts: TextIndexes = noTextIndexes,
) => {
  const { version, locations, pieces, blocksStart } = readable(() => readHead(file));
  if (version !== expected.version) throw new DamagedPublication(`the catalogue has version ${version}`);
  const pieceOf = (name: string): Buffer => {
    const piece = pieces.get(name);
    if (!piece) throw new DamagedPublication(`the catalogue has no ${name}`);
    return decompress(file.subarray(piece.start, piece.start + piece.bytes), piece.contentBytes);
  };
  const deserialized = (name: string) => lazy(() => readable(() => deserialize(pieceOf(name))));
  /** Reads a piece that a publisher of another release may not have written. */
  const deserializedIfPublished = (name: string) => {
    const read = deserialized(name);
    return () => {
      if (pieces.has(name)) return read();
      throw new MissingCatalogueData(`the catalogue has no ${name} yet`);
    };
  };
  const postings = perAttribute(deserializedIfPublished);
  const index: CatalogueIndex = {
    size: locations,
    places: deserialized('places'),
    codes: deserialized('codes'),
    rows: lazy(() => rowsByRank(index.places())),
    postings: (attribute) => postings[attribute](),
    columns: openColumns(deserializedIfPublished),
  };
  const blockSizes: () => BlockSizes = deserialized('blocks');
  const blockStarts = lazy(() => {
    const { bytes } = blockSizes();
    const starts = new Float64Array(bytes.length + 1).fill(blocksStart);
    for (const [block, size] of bytes.entries()) starts[block + 1] = (starts[block] ?? 0) + size;
    return starts;
  });
  const readBlock = (block: number): Block => {
    const bytes = file.subarray(blockStarts()[block], blockStarts()[block + 1]);
    return blockOf(readable(() => decompress(bytes, blockSizes().contentBytes[block] ?? 0)));
  };
  let lastBlock: { readonly number: number; readonly block: Block } | undefined;
  const textOf = (row: number): string => {
    const number = Math.floor(row / blockRecords);
    if (lastBlock?.number !== number) lastBlock = { number, block: readBlock(number) };
    const text = textIn(lastBlock.block, row % blockRecords);
    if (text === undefined) throw new DamagedPublication(`the catalogue has no record in row ${row}`);
    return text;
  };
  const cachedLocations = new LRUCache<number, Location>({ maxSize: maxCachedText });
  const locationAt = (row: number): Location => {
    const cached = cachedLocations.get(row);
    if (cached) return cached;
    const text = textOf(row);
    const location: Location = readable(() => JSON.parse(text));
    cachedLocations.set(row, location, { size: text.length });
    return location;
  };
  /** Yields the locations of a few rows, from the cache if possible. */
  function* readPage(rows: Uint32Array): Generator<Location> {
    // In storage order, so that no block is decompressed twice.
    const page = new Map(Array.from(rows.toSorted(), (row) => [row, locationAt(row)]));
    for (const row of rows) yield page.get(row) ?? locationAt(row);
  }
  /** Yields all records in storage order, with their ranks by location code. Throws DamagedPublication. */
  const records = async function* () {
    const { rank: ranks } = index.places();
    const codes = index.codes();
    for (let block = 0; block < blockSizes().bytes.length; block++) {
      const decompressed = readBlock(block);
      for (const line of decompressed.ends.keys()) {
        const rank = ranks[block * blockRecords + line] ?? index.size;
        const code = codes[rank];
        if (code === undefined) throw new DamagedPublication('the catalogue has more records than codes');
        yield { code, text: textIn(decompressed, line) ?? '', rank };
      }
      if (block % blocksPerTurn === 0) await setImmediate();
    }
  };
  return {
    catalogue: openCatalogue({
      version,
      index,
      readRows: (rows) => (rows.length <= maxCachedPage ? readPage(rows) : locationsOfRows(rows, textOf)),
      capabilities: () => readable(() => JSON.parse(pieceOf('capabilities').toString('utf8'))),
      texts,
    }),
    index,
    records,
    /** Reads all records, ordered by location code. Throws DamagedPublication. */
    async readRecords() {
      const found = new Array<LocationRecord>(index.size);
      for await (const { rank, ...record } of records()) found[rank] = record;
      return found;
    },
  };
};

/** Text indexes of a snapshot that is opened without its other files. */
const noTextIndexes: TextIndexes = {
  words: () => Promise.reject(new MissingCatalogueData('the catalogue has no words')),
  placeNames: () => Promise.reject(new MissingCatalogueData('the catalogue has no place names')),
};

const count = z.int().check(z.nonnegative());

/** First line of a snapshot. */
const head = z.object({
  version: z.string(),
  locations: count,
  /** Pieces in order, with their compressed and uncompressed sizes. */
  pieces: z.array(z.object({ name: z.string(), bytes: count, contentBytes: count })),
});
type Head = z.infer<typeof head>;

/** Compressed and uncompressed sizes of the blocks. */
interface BlockSizes {
  readonly bytes: Uint32Array;
  readonly contentBytes: Uint32Array;
}

/** Decompressed block. Its texts are decoded when they are used, because most requests use one or two of them. */
interface Block {
  readonly content: Buffer;
  /** Offset of the end of each line, excluding its line feed. */
  readonly ends: readonly number[];
}

const blockOf = (content: Buffer): Block => {
  const ends: number[] = [];
  for (let end = content.indexOf(0x0a); end !== -1; end = content.indexOf(0x0a, end + 1)) ends.push(end);
  return { content, ends: [...ends, content.length] };
};

/** Returns a line of a block; undefined if the block has fewer lines. */
const textIn = ({ content, ends }: Block, line: number): string | undefined => {
  const end = ends[line];
  if (end === undefined) return undefined;
  return content.toString('utf8', line === 0 ? 0 : (ends[line - 1] ?? 0) + 1, end);
};

/** Compression level of zstd, from 1 to 22. Higher levels take much longer and save only a few per cent. */
const compressionLevel = 9;

/** Compresses a piece of a published file with zstd. */
export const compress = (content: Uint8Array): Uint8Array => {
  const params = {
    [constants.ZSTD_c_compressionLevel]: compressionLevel,
    [constants.ZSTD_c_checksumFlag]: 1,
  };
  // Copied, because each of the thousands of results is a view of a much larger buffer.
  return Uint8Array.from(zstdCompressSync(content, { params }));
};

/** Extra space in the output buffer. Otherwise the decoder would need a second call to find the end. */
const outputMargin = 64;

/** Decompresses a piece whose size is known. Throws RangeError if the size differs. */
const decompress = (bytes: Uint8Array, contentBytes: number): Buffer => {
  const content = zstdDecompressSync(bytes, { chunkSize: contentBytes + outputMargin });
  if (content.length !== contentBytes) throw new RangeError('a decompressed piece has an unexpected size');
  return content;
};

/** Runs `read`, and turns any error into DamagedPublication. */
export const readable = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedPublication) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
};

/** Reads the head, and computes the start of each piece and of the first block. */
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

/** Yields the locations of records, each parsed when it is needed. */
export function* locationsIn(records: readonly LocationRecord[]): Generator<Location> {
  for (const { text } of records) yield JSON.parse(text);
}

function* eachVisited(
  locations: Iterable<Location>,
  ...visits: readonly ((location: Location) => void)[]
): Generator<Location> {
  for (const location of locations) {
    for (const visit of visits) visit(location);
    yield location;
  }
}

/** Number of blocks compressed in each turn of the event loop (about 20 ms). */
const blocksPerTurn = 64;

/**
 * Maximum total length of the cached locations' texts: about 4,000 locations, which take about 10 MB. With each letter
 * that a visitor types, most results stay the same, and most visitors search in the same cities.
 */
const maxCachedText = 6_000_000;

/** Maximum length of a list whose locations are cached. Longer lists would evict everything else. */
const maxCachedPage = 100;

/**
 * Minimum and maximum number of rows whose texts are read together. The rows of a list ordered by code are scattered
 * over all blocks, so small groups would decompress a block for nearly every row. The first group is small, so that the
 * first location is available early. Later groups grow up to about 50 MB of text.
 */
const firstRowsAtOnce = 4_096;
const maxRowsAtOnce = 65_536;

/** Yields the locations of rows in the given order. Each is parsed when it is needed. */
function* locationsOfRows(rows: Uint32Array, textOf: (row: number) => string): Generator<Location> {
  let start = 0;
  for (let count = firstRowsAtOnce; start < rows.length; count = Math.min(4 * count, maxRowsAtOnce)) {
    const due = rows.subarray(start, start + count);
    const texts = new Map<number, string>();
    for (const row of due.toSorted()) texts.set(row, textOf(row));
    for (const row of due) yield readable(() => JSON.parse(texts.get(row) ?? ''));
    start += count;
  }
}
