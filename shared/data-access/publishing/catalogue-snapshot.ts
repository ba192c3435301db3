import * as z from 'zod';
import { type Capability, capability } from '../../domain/capability/capability.ts';
import { type Location, location } from '../../domain/location/location.ts';
import { publicationVersion } from '../../domain/location/publication-version.ts';
import { DamagedPublication, NewerPublicationFormat } from './damaged-publication.ts';
import { gunzipLines, gzipPieces } from './gzip-pieces.ts';
import type { StoredFile } from './published-manifest.ts';
import { sha256Of } from './published-object.ts';

/** Raised whenever a reader of the former format could not read the new one. */
const snapshotFormat = 1;

const anyFormat = z.object({ format: z.number() });

const header = z.object({
  format: z.literal(snapshotFormat),
  version: publicationVersion,
  counts: z.object({ locations: z.int().min(0), capabilities: z.int().min(0) }),
});

/** All that one version of the catalogue is built from. */
export interface CatalogueSnapshot {
  readonly version: string;
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
}

/** Compressed NDJSON: a header with format, version and counts, then the capabilities, then the locations. */
export const encodeSnapshot = ({ version, locations, capabilities }: CatalogueSnapshot): Promise<Buffer> => {
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const counts = { locations: locations.length, capabilities: capabilities.length };
  return gzipPieces(
    (function* () {
      yield line({ format: snapshotFormat, version, counts } satisfies z.infer<typeof header>);
      for (const record of capabilities) yield line(record);
      for (const record of locations) yield line(record);
    })(),
  );
};

const parseHeader = (text: string | undefined): z.infer<typeof header> => {
  const content: unknown = JSON.parse(text ?? '');
  const { data } = anyFormat.safeParse(content);
  if (data && data.format > snapshotFormat) {
    throw new NewerPublicationFormat(`the catalogue has format ${data.format}`);
  }
  return header.parse(content);
};

/** What is asked of each record. */
export interface RecordSchemas {
  readonly capability: z.ZodType<Capability>;
  readonly location: z.ZodType<Location>;
}

/** Everything: for the publisher, who lets no snapshot be named that does not pass. */
export const everyField: RecordSchemas = { capability, location };

const hasKey = (key: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && key in value;

/**
 * Enough for bytes whose checksum says that the publisher has parsed every field of them: doing it again in each
 * instance would make up half of the time in which it loads a catalogue.
 */
const checkedBefore: RecordSchemas = {
  capability: z.custom<Capability>(hasKey('serviceCode')),
  location: z.custom<Location>(hasKey('locationCode')),
};

const decodeLines = async (bytes: Uint8Array, schemas: RecordSchemas): Promise<CatalogueSnapshot> => {
  const lines = gunzipLines(bytes);
  const { version, counts } = parseHeader((await lines.next()).value);
  const capabilities: Capability[] = [];
  const locations: Location[] = [];
  for await (const line of lines) {
    if (capabilities.length < counts.capabilities)
      capabilities.push(schemas.capability.parse(JSON.parse(line)));
    else locations.push(schemas.location.parse(JSON.parse(line)));
  }
  if (capabilities.length !== counts.capabilities || locations.length !== counts.locations) {
    throw new DamagedPublication('the catalogue has fewer or more records than its header says');
  }
  return { version, locations, capabilities };
};

/** What a stored snapshot must be. */
export interface ExpectedSnapshot extends Pick<StoredFile, 'bytes' | 'sha256'> {
  readonly version: string;
}

/**
 * Reads a stored snapshot that must be exactly the one the manifest names. Throws DamagedPublication, or
 * NewerPublicationFormat where only a newer release can read it.
 */
export const decodeSnapshot = async (
  bytes: Uint8Array,
  expected: ExpectedSnapshot,
  schemas: RecordSchemas = checkedBefore,
): Promise<CatalogueSnapshot> => {
  if (bytes.length !== expected.bytes || sha256Of(bytes) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  let snapshot: CatalogueSnapshot;
  try {
    snapshot = await decodeLines(bytes, schemas);
  } catch (error) {
    if (error instanceof DamagedPublication || error instanceof NewerPublicationFormat) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
  if (snapshot.version === expected.version) return snapshot;
  throw new DamagedPublication(`the catalogue is of version ${snapshot.version}`);
};
