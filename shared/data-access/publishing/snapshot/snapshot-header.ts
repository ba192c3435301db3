import * as z from 'zod/mini';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { arrayTypes } from './packed-arrays.ts';

const count = z.int().check(z.minimum(0));

/** Separately compressed piece of the file, unpacked only if it is needed. */
const piece = z.object({
  name: z.string(),
  /** Size in the file. */
  bytes: count,
  /** Size when unpacked. */
  contentBytes: count,
  /** Arrays in order, each at a multiple of eight bytes; none if the piece is text. */
  arrays: z.array(z.object({ name: z.string(), type: z.enum(arrayTypes), length: count })),
});
export type SnapshotPiece = z.infer<typeof piece>;

const header = z.object({
  version: publicationVersion,
  counts: z.object({ locations: count, capabilities: count }),
  /** Number of lines in each block; the last may have fewer. */
  linesPerBlock: z.int().check(z.minimum(1)),
  /** Pieces in the order of the file. */
  pieces: z.array(piece),
  /** Total size of the blocks of lines, which follow the pieces and end the file. */
  blockBytes: count,
});

/** First line of a snapshot, as JSON, by which the rest of the file is found. */
export type SnapshotHeader = z.infer<typeof header>;

/** Encodes a header. */
export const encodeHeader = (content: SnapshotHeader): Uint8Array =>
  Buffer.from(`${JSON.stringify(content)}\n`);

const lineFeed = 0x0a;

/**
 * Parses the header of a snapshot, and returns it with the end of its line. Throws DamagedPublication,
 * SyntaxError or $ZodError if there is no valid header.
 */
export const parseHeader = (bytes: Uint8Array): { readonly header: SnapshotHeader; readonly end: number } => {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) throw new DamagedPublication('the catalogue has no header');
  const content: unknown = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString('utf8'));
  // Parsed too rarely for zod's compiled parser to pay off.
  return { header: header.parse(content), end: end + 1 };
};
