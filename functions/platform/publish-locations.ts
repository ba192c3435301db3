import { randomBytes } from 'node:crypto';
import { documentClient } from '../../shared/data-access/dynamodb-client.ts';
import { environmentVariable } from '../../shared/data-access/environment.ts';
import { moveManifest } from '../../shared/data-access/publishing/move-manifest.ts';
import { readNetwork } from '../../shared/data-access/publishing/network-tables.ts';
import {
  manifestFormat,
  PublicationSuperseded,
  readManifest,
} from '../../shared/data-access/publishing/published-manifest.ts';
import type { PublishedBucket } from '../../shared/data-access/publishing/published-object.ts';
import { bulkLimits } from '../../shared/data-access/request-handler.ts';
import { s3Client } from '../../shared/data-access/s3-client.ts';
import { type Network, refuseImplausible } from '../../shared/domain/location/network.ts';
import { type PublicationResult, publicationRequest } from '../../shared/domain/location/publication.ts';
import { versionAfter } from '../../shared/domain/location/publication-version.ts';
import { logger } from '../../shared/observability/logger.ts';
import { storeCatalogue, storeExport } from './publication-files.ts';

/** What a publisher reads, writes, and makes versions of. */
export interface PublisherPorts {
  readonly bucket: PublishedBucket;
  /** Reads all that is stored. Throws StoreUnavailable. */
  readonly network: () => Promise<Network>;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  /** Six hex digits that no other run has. */
  readonly randomHex: () => string;
}

const countsOf = ({ locations, capabilities }: Network) => ({
  locations: locations.length,
  capabilities: capabilities.length,
});

/**
 * Publishes what the tables hold: stores catalogue and export under a version of their own, reads both back, and only
 * then moves the manifest to them. Wherever it ends before that, the former version stays the one that is served. The
 * version is taken before the tables are read, so that of two runs the one with the greater read the newer data.
 * Throws StoreUnavailable, ImplausibleNetwork, DamagedPublication, IncompleteExport or NewerPublicationFormat.
 */
export const publishLocations =
  ({ bucket, network, now, randomHex }: PublisherPorts) =>
  async (event: unknown): Promise<PublicationResult> => {
    const { force = false } = publicationRequest.parse(event);
    const former = await readManifest(bucket);
    const formerManifest = former.kind === 'found' ? former.manifest : undefined;
    const generatedAt = now();
    const version = versionAfter(formerManifest?.version, generatedAt, randomHex());

    const stored = await network();
    if (!force) refuseImplausible(stored, formerManifest?.counts.locations ?? 0);
    const content = { ...stored, version, generatedAt: new Date(generatedAt) };
    const next = {
      format: manifestFormat,
      version,
      catalogue: await storeCatalogue(bucket, content),
      export: await storeExport(bucket, content),
      counts: countsOf(stored),
      publishedAt: new Date(now()).toISOString(),
    } as const;

    try {
      await moveManifest(bucket, next, former);
    } catch (error) {
      if (!(error instanceof PublicationSuperseded)) throw error;
      return { status: 'superseded', version: error.current.version, ...error.current.counts };
    }
    return { status: 'published', version, ...next.counts, skippedRows: stored.skippedRows };
  };

const publisherFromEnvironment = () => {
  const client = documentClient(bulkLimits);
  const bucket = { client: s3Client(bulkLimits), bucket: environmentVariable('PUBLISHED_BUCKET') };
  const tables = {
    client,
    locationsTable: environmentVariable('LOCATIONS_TABLE'),
    capabilitiesTable: environmentVariable('CAPABILITIES_TABLE'),
    onBadRow: (row: object) => logger.error('row left out of the publication', { ...row }),
  };
  return publishLocations({
    bucket,
    network: () => readNetwork(tables),
    now: Date.now,
    randomHex: () => randomBytes(3).toString('hex'),
  });
};

let publish: ReturnType<typeof publishLocations> | undefined;

/** Invoked by the operator's import and, on one machine, at the first start. Answers with a PublicationResult. */
export const handler = async (event: unknown): Promise<PublicationResult> => {
  publish ??= publisherFromEnvironment();
  const result = await publish(event);
  logger.info('publication ended', { ...result });
  return result;
};
