import { join } from 'node:path';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import { publisherNodeOptions } from '../../../infra/stacks/publishing-stack.ts';
import { stages } from '../../../infra/stages/stages.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';
import { forkFunction } from './forked-function.ts';

const handler = 'functions/platform/publish-locations.ts';

/** Bundles the publisher into a folder, and starts it in its own process with the Node options that it has in prod. */
export const forkDeployedPublisher = (
  { engine, tables }: EmbeddedTables,
  store: LocalBucket,
  directory: string,
) => {
  bundleFunctions([handler], directory);
  return forkFunction({
    directory: join(directory, 'platform/publish-locations'),
    nodeOptions: publisherNodeOptions(stages.prod.memoryMegabytes.publisher).split(' '),
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      LOCATIONS_TABLE: tables.locations,
      CAPABILITIES_TABLE: tables.capabilities,
      BILLERS_TABLE: tables.billers,
      LOCATION_CHANGES_TABLE: tables.locationChanges,
      PUBLISHED_BUCKET: store.bucket,
      SUPERSEDED_VERSION_DAYS: '7',
      CHANGE_LIMITS: JSON.stringify(stages.prod.changeLimits),
      POWERTOOLS_SERVICE_NAME: 'figures',
      POWERTOOLS_METRICS_NAMESPACE: 'Waypost/figures',
    },
  });
};
