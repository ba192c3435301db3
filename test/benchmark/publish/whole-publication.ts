import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { manifestIn } from '../../support/networks/publish-network.ts';
import { forkFunction } from '../../support/processes/forked-function.ts';
import type { BenchmarkNetwork } from '../network/benchmark-network.ts';
import { startTablesEndpoint, tableNames } from './tables-endpoint.ts';

/** What a publication took, and what it wrote. */
interface PublicationFigures {
  readonly seconds: number;
  /** Of all threads. */
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
  /** Of both catalogues and all exported files, as they are stored. */
  readonly storedMegabytes: number;
}

const handler = 'functions/platform/publish-locations.ts';

/** What the deployed publisher is told: the runtime gives Node no sizes of its own then. */
export const publisherNodeOptions = ['--max-semi-space-size=4'];

/**
 * Runs the bundled publisher in a process of its own: it reads the tables of this network, and writes to the local S3
 * endpoint, of which the disk must hold 1.2 kB a location, and of the temporary folder 5 kB. Throws where not all was
 * published.
 */
export const publishWhole = async (network: BenchmarkNetwork): Promise<PublicationFigures> => {
  const directory = await mkdtemp(join(tmpdir(), 'waypost-publisher-'));
  const tables = await startTablesEndpoint(network);
  const store = await startLocalBucket();
  try {
    bundleFunctions([handler], directory);
    const publisher = await forkFunction({
      directory: join(directory, 'platform/publish-locations'),
      nodeOptions: publisherNodeOptions,
      environment: {
        AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint,
        AWS_ENDPOINT_URL_S3: store.endpoint,
        LOCATIONS_TABLE: tableNames.locations,
        CAPABILITIES_TABLE: tableNames.capabilities,
        PUBLISHED_BUCKET: store.bucket,
        SUPERSEDED_VERSION_DAYS: '7',
        POWERTOOLS_SERVICE_NAME: 'benchmark',
        POWERTOOLS_METRICS_NAMESPACE: 'Waypost/benchmark',
      },
    });
    const began = performance.now();
    const { processorMilliseconds, peakMegabytes } = await publisher.answer([{ reason: 'benchmark' }]);
    const seconds = (performance.now() - began) / 1_000;
    await publisher.stop();
    const { counts, catalogues, exports } = await manifestIn(store);
    if (counts.locations !== network.size)
      throw new Error(`only ${counts.locations} locations were published`);
    const files = [...Object.values(catalogues), ...Object.values(exports)];
    return {
      seconds,
      processorSeconds: processorMilliseconds / 1_000,
      peakMegabytes,
      storedMegabytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    };
  } finally {
    await store.close();
    await tables.close();
    await rm(directory, { recursive: true });
  }
};
