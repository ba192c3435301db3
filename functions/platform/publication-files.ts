import {
  decodeSnapshot,
  encodeSnapshot,
  everyField,
} from '../../shared/data-access/publishing/catalogue-snapshot.ts';
import { DamagedPublication } from '../../shared/data-access/publishing/damaged-publication.ts';
import { gunzipLines, gzipPieces } from '../../shared/data-access/publishing/gzip-pieces.ts';
import type { StoredFile } from '../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../shared/data-access/publishing/published-object.ts';
import { storeVerified } from '../../shared/data-access/publishing/verified-file.ts';
import type { Network } from '../../shared/domain/location/network.ts';
import { checkExportFile, exportFileText } from '../../shared/wire/locations-v3/work-centre-export-file.ts';

/** One version of the network, read at one time. */
export interface VersionContent extends Pick<Network, 'locations' | 'capabilities'> {
  readonly version: string;
  readonly generatedAt: Date;
}

/** Stores the catalogue that the functions answer from, and checks that it can be read. */
export const storeCatalogue = async (
  bucket: PublishedBucket,
  { version, locations, capabilities }: VersionContent,
): Promise<StoredFile> =>
  storeVerified(bucket, {
    key: `catalogue/${version}.json.gz`,
    bytes: await encodeSnapshot({ version, locations, capabilities }),
    contentType: 'application/gzip',
    check: async (stored, bytes) => {
      await decodeSnapshot(bytes, { ...stored, version }, everyField);
    },
  });

/** Stores the export and checks that it holds every work centre. Browsers unpack it and save it as plain JSON. */
export const storeExport = async (
  bucket: PublishedBucket,
  { version, locations, capabilities, generatedAt }: VersionContent,
): Promise<StoredFile & { total: number }> => {
  const total = locations.length;
  const stored = await storeVerified(bucket, {
    key: `export/${version}/workcentres.json.gz`,
    bytes: await gzipPieces(exportFileText({ locations, capabilities, generatedAt })),
    contentType: 'application/json',
    contentEncoding: 'gzip',
    contentDisposition: `attachment; filename="workcentres-${generatedAt.toISOString().slice(0, 10)}.json"`,
    check: async (_stored, bytes) => {
      const found = await checkExportFile(gunzipLines(bytes));
      if (found !== total) throw new DamagedPublication(`the export holds ${found} of ${total} work centres`);
    },
  });
  return { ...stored, total };
};
