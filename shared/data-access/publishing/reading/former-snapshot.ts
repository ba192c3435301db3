import * as z from 'zod';
import { type Capability, capability } from '../../../domain/capability/capability.ts';
import { type Location, location } from '../../../domain/location/location.ts';
import { DamagedPublication } from '../damaged-publication.ts';
import { decompress } from '../snapshot/snapshot-compression.ts';

/**
 * Reads the catalogue of the release before, for the minutes in which a new release runs and its publisher has not.
 * Slow, and with all records in memory. It goes when the format after this one comes.
 */

const elementBytes = { Uint8: 1, Uint16: 2, Uint32: 4, Float64: 8 } as const;

// Lazy, as most instances never read one, and building schemas would lengthen a cold start.
const piece = z.lazy(() => z.object({ bytes: z.int().min(0), contentBytes: z.int().min(0) }));

const header = z.lazy(() =>
  z.object({
    format: z.literal(2),
    version: z.string(),
    counts: z.object({ locations: z.int().min(0), capabilities: z.int().min(0) }),
    /** Capabilities as one JSON array. */
    capabilities: piece,
    /** Arrays of columns, each at a multiple of eight bytes. */
    columns: piece,
    arrays: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['Uint8', 'Uint16', 'Uint32', 'Float64']),
        length: z.int().min(0),
      }),
    ),
  }),
);
type Header = z.infer<typeof header>;

/** Contents of a catalogue of the previous release. */
export interface FormerSnapshot {
  readonly version: string;
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
}

/** Returns the numbers of the array `name`, 32 bits each. */
const numbersOf = (columns: Buffer, arrays: Header['arrays'], name: string): number[] => {
  let start = 0;
  for (const array of arrays) {
    const bytes = array.length * elementBytes[array.type];
    if (array.name === name) {
      return Array.from({ length: array.length }, (_, index) => columns.readUInt32LE(start + index * 4));
    }
    start += Math.ceil(bytes / 8) * 8;
  }
  throw new DamagedPublication(`the catalogue has no ${name}`);
};

const readContent = (file: Uint8Array): FormerSnapshot => {
  const headerEnd = file.indexOf(0x0a);
  const of = header.parse(JSON.parse(Buffer.from(file.subarray(0, headerEnd)).toString('utf8')));
  let start = headerEnd + 1;
  const next = (bytes: number, contentBytes: number): Buffer => {
    start += bytes;
    return decompress(file.subarray(start - bytes, start), contentBytes);
  };
  const capabilityList = next(of.capabilities.bytes, of.capabilities.contentBytes);
  const columns = next(of.columns.bytes, of.columns.contentBytes);
  const contentSizes = numbersOf(columns, of.arrays, 'blocks.contentSizes');
  const blocks = numbersOf(columns, of.arrays, 'blocks.sizes').map((bytes, block) =>
    next(bytes, contentSizes[block] ?? 0),
  );
  const lines = blocks.flatMap((block) => block.toString('utf8').split('\n'));
  return {
    version: of.version,
    locations: z
      .array(location)
      .length(of.counts.locations)
      .parse(lines.map((line): unknown => JSON.parse(line))),
    capabilities: z.array(capability).parse(JSON.parse(capabilityList.toString('utf8'))),
  };
};

/** Parses a stored catalogue whose checksum has been verified. Throws DamagedPublication. */
export const readFormerSnapshot = (file: Uint8Array): FormerSnapshot => {
  try {
    return readContent(file);
  } catch (error) {
    throw new DamagedPublication('the catalogue of the former release cannot be read', { cause: error });
  }
};
