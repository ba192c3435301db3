import * as z from 'zod';
import { publicationVersion } from '../../../domain/location/publication/publication-version.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';
import { arrayTypes } from './packed-arrays.ts';

/** Raised whenever a reader of the former format could not read the new one. */
const snapshotFormat = 3;

const count = z.int().min(0);

/** A piece of the file that is compressed by itself, so that whoever does not ask for it need not unpack it. */
const piece = z.object({
  name: z.string(),
  /** In the file. */
  bytes: count,
  /** When unpacked. */
  contentBytes: count,
  /** The arrays it consists of, one after the other, each beginning at a multiple of eight; none where it is text. */
  arrays: z.array(z.object({ name: z.string(), type: z.enum(arrayTypes), length: count })),
});
export type SnapshotPiece = z.infer<typeof piece>;

const header = z.object({
  format: z.literal(snapshotFormat),
  version: publicationVersion,
  counts: z.object({ locations: count, capabilities: count }),
  /** How many lines each block has, but for the last, which may have fewer. */
  linesPerBlock: z.int().min(1),
  /** In the order of the file. */
  pieces: z.array(piece),
  /** Of all blocks of lines together, which follow the pieces and end the file. */
  blockBytes: count,
});

/** The first line of a snapshot, as JSON: all that is needed to find the rest, which follows it at once. */
export type SnapshotHeader = z.infer<typeof header>;

/** The format is this code's own. */
export const encodeHeader = (content: Omit<SnapshotHeader, 'format'>): Uint8Array =>
  Buffer.from(`${JSON.stringify({ format: snapshotFormat, ...content } satisfies z.input<typeof header>)}\n`);

const lineFeed = 0x0a;

const anyFormat = z.object({ format: z.number() });

/**
 * The header of a snapshot, and where its line ends. Throws NewerPublicationFormat, or, for what is none,
 * DamagedPublication, SyntaxError or ZodError.
 */
export const parseHeader = (bytes: Uint8Array): { readonly header: SnapshotHeader; readonly end: number } => {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) throw new DamagedPublication('the catalogue has no header');
  const content: unknown = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString('utf8'));
  // Once a version: to compile parsers, as zod would, takes longer than it saves.
  const { data } = anyFormat.safeParse(content, { jitless: true });
  if (data && data.format > snapshotFormat) {
    throw new NewerPublicationFormat(`the catalogue has format ${data.format}`);
  }
  return { header: header.parse(content, { jitless: true }), end: end + 1 };
};
