import { join } from 'node:path';
import { bundleFunctions } from '../../../infra/constructs/functions/function-bundles.ts';
import { publisherNodeOptions } from '../../../infra/stacks/publishing-stack.ts';
import { stages } from '../../../infra/stages/stages.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';
import { forkFunction, publisherEnvironment } from './forked-function.ts';

/** Bundles the publisher into a folder, and starts it in its own process with the Node options that it has in prod. */
export const forkDeployedPublisher = (embedded: EmbeddedTables, store: LocalBucket, directory: string) => {
  bundleFunctions(['functions/platform/publish-locations.ts'], directory);
  return forkFunction({
    file: join(directory, 'platform/publish-locations/index.cjs'),
    nodeOptions: publisherNodeOptions(stages.prod.memoryMegabytes.publisher).split(' '),
    environment: publisherEnvironment(embedded, store),
  });
};
