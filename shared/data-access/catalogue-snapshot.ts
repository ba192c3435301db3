import * as z from 'zod';
import { type Capability, capability } from '../domain/capability/capability.ts';
import { type Location, location } from '../domain/location/location.ts';
import { publicationVersion } from '../domain/location/publication-version.ts';
import { DamagedPublication, NewerPublicationFormat } from './damaged-publication.ts';
import { gunzipLines, gzipPieces } from './gzip-pieces.ts';
import type { StoredFile } from './published-manifest.ts';
import { sha256Of } from './published-object.ts';

const snapshotFormat = 1;

/** Raised whenever a reader of the former format could not read the new one. */
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

const decodeLines = async (bytes: Uint8Array): Promise<CatalogueSnapshot> => {
  const lines = gunzipLines(bytes);
  const { version, counts } = parseHeader((await lines.next()).value);
  const capabilities: Capability[] = [];
  const locations: Location[] = [];
  for await (const line of lines) {
    if (capabilities.length < counts.capabilities) capabilities.push(capability.parse(JSON.parse(line)));
    else locations.push(location.parse(JSON.parse(line)));
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
): Promise<CatalogueSnapshot> => {
  if (bytes.length !== expected.bytes || sha256Of(bytes) !== expected.sha256) {
    throw new DamagedPublication('the catalogue is not the one that the manifest names');
  }
  let snapshot: CatalogueSnapshot;
  try {
    snapshot = await decodeLines(bytes);
  } catch (error) {
    if (error instanceof DamagedPublication || error instanceof NewerPublicationFormat) throw error;
    throw new DamagedPublication('the catalogue cannot be read', { cause: error });
  }
  if (snapshot.version === expected.version) return snapshot;
  throw new DamagedPublication(`the catalogue is of version ${snapshot.version}`);
};
