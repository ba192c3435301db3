import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { publicationResult } from '../../../shared/domain/location/publication/publication.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';

const script = fileURLToPath(new URL('./publisher-process.ts', import.meta.url));

const ending = z.object({
  result: publicationResult,
  /** Of all its threads. */
  processorSeconds: z.number(),
  /** The most memory that the process has held. */
  peakMegabytes: z.number(),
});
/** How a publication ended, and what it took. */
type PublicationEnding = z.infer<typeof ending>;

export interface ForkedPublisher {
  /** Settles when the process has ended: whether it was killed. */
  readonly exited: Promise<boolean>;
  /** Never settles where it was killed. */
  readonly ended: Promise<PublicationEnding>;
  kill(): void;
}

export interface PublisherOptions {
  /** Milliseconds. */
  readonly clockAhead?: number;
  readonly nodeOptions?: string[];
}

/** Starts a publisher of these stores in a process of its own, its clock so many milliseconds ahead. */
export const forkPublisher = async (
  { engine, tables }: EmbeddedTables,
  store: LocalBucket,
  { clockAhead = 0, nodeOptions = [] }: PublisherOptions = {},
): Promise<ForkedPublisher> => {
  const child = fork(script, {
    execArgv: nodeOptions,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      // Dozens are started.
      NODE_COMPILE_CACHE: 'node_modules/.cache/waypost',
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_ENDPOINT_URL_S3: store.endpoint,
      LOCATIONS_TABLE: tables.locations,
      CAPABILITIES_TABLE: tables.capabilities,
      PUBLISHED_BUCKET: store.bucket,
      CLOCK_AHEAD: String(clockAhead),
    },
  });
  const exited = once(child, 'exit').then(([, signal]) => signal === 'SIGKILL');
  await once(child, 'message');
  const ended = once(child, 'message').then(([message]) => ending.parse(message));
  // Nobody waits for what one will say that is killed.
  ended.catch(() => {});
  return { exited, ended, kill: () => void child.kill('SIGKILL') };
};
