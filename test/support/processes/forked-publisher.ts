import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stages } from '../../../infra/stages/stages.ts';
import { publicationResult } from '../../../shared/domain/publication/publication.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';

const script = fileURLToPath(new URL('./publisher-process.ts', import.meta.url));

export const publisherEnvironment = ({ engine, tables }: EmbeddedTables, store: LocalBucket) => ({
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
});

/** Starts a publisher in its own process, whose clock is `clockAhead` milliseconds ahead. */
export const forkPublisher = async (
  embedded: EmbeddedTables,
  store: LocalBucket,
  { clockAhead }: { readonly clockAhead: number },
) => {
  const child = fork(script, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      // Caches compiled code, because tests start dozens of processes.
      NODE_COMPILE_CACHE: 'node_modules/.cache/waypost',
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
      ...publisherEnvironment(embedded, store),
      CLOCK_AHEAD: String(clockAhead),
    },
  });
  /** Resolves when the process exits, to `true` if it was killed. */
  const exited = once(child, 'exit').then(([, signal]) => signal === 'SIGKILL');
  await once(child, 'message');
  /** Result of the publication. Never settles if the process is killed. */
  const result = once(child, 'message').then(([message]) => publicationResult.parse(message));
  // Nothing awaits the result of a killed publisher.
  result.catch(() => {});
  return { exited, result, kill: () => void child.kill('SIGKILL') };
};
