import * as z from 'zod';
import { publicationVersion } from '../../../domain/location/publication-version.ts';
import { DamagedPublication, NewerPublicationFormat } from '../damaged-publication.ts';
import { arrayTypes } from './packed-arrays.ts';

/** Raised whenever a reader of the former format could not read the new one. */
const snapshotFormat = 2;

const count = z.int().min(0);

/** A compressed piece of the file: its bytes there, and when unpacked. */
const piece = z.object({ bytes: count, contentBytes: count });
export type SnapshotPiece = z.infer<typeof piece>;

const header = z.object({
  format: z.literal(snapshotFormat),
  version: publicationVersion,
  counts: z.object({ locations: count, capabilities: count }),
  /** How many records each block has, but for the last, which may have fewer. */
  recordsPerBlock: z.int().min(1),
  /** One JSON array. */
  capabilities: piece,
  /** The arrays, one after the other, each beginning at a multiple of eight. */
  columns: piece,
  arrays: z.array(z.object({ name: z.string(), type: z.enum(arrayTypes), length: count })),
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
  const { data } = anyFormat.safeParse(content);
  if (data && data.format > snapshotFormat) {
    throw new NewerPublicationFormat(`the catalogue has format ${data.format}`);
  }
  return { header: header.parse(content), end: end + 1 };
};
