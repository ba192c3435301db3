/** Encodes a number below 2^31 as a protocol buffers varint. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);

const field = (number: number, content: readonly number[]): number[] => [
  number * 8 + 2,
  ...varint(content.length),
  ...content,
];
const number = (of: number, value: number): number[] => [of * 8, ...varint(value)];
const bytes = (text: string): number[] => [...Buffer.from(text)];

const landTile = (): number[] => {
  const extent = 4_096;
  const corners = [0, 0, extent, 0, 0, extent, -extent, 0].map(zigzag);
  const [x = 0, y = 0, ...others] = corners;
  // Moves to the first corner, draws lines to the three others, and closes the polygon.
  const geometry = [9, x, y, 26, ...others, 15].flatMap(varint);
  const feature = [...number(3, 3), ...field(4, geometry)];
  const layer = [...number(15, 2), ...field(1, bytes('earth')), ...field(2, feature), ...number(5, extent)];
  return field(3, layer);
};

/** Returns a PMTiles archive (version 3) with one tile of the whole world, which is all land. */
export const mapArchive = (): Buffer => {
  const headerBytes = 127;
  const tile = landTile();
  const metadata = bytes('{"vector_layers":[{"id":"earth","fields":{}}]}');
  // The directory has one entry: tile 0, once, with its length, at the beginning of the data.
  const directory = [1, 0, 1, tile.length, 1].flatMap(varint);
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let offset = headerBytes;
  const section = (at: number, length: number) => {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
    offset += length;
  };
  section(8, directory.length);
  section(24, metadata.length);
  section(40, 0);
  section(56, tile.length);
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // The header says: clustered, uncompressed, vector tiles, zoom level 0.
  for (const [index, value] of [1, 1, 1, 1, 0, 0].entries()) header.writeUInt8(value, 96 + index);
  for (const [index, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index);
  return Buffer.concat([header, Buffer.from([...directory, ...metadata, ...tile])]);
};
