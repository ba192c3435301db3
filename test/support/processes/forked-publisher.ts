import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { publicationResult } from '../../../shared/domain/publication/publication.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';

const script = fileURLToPath(new URL('./publisher-process.ts', import.meta.url));

const ending = z.object({
  result: publicationResult,
  /** Processor time of all threads. */
  processorSeconds: z.number(),
  /** Peak memory of the process. */
  peakMegabytes: z.number(),
});
/** Result of a publication, and its resources. */
type PublicationEnding = z.infer<typeof ending>;

export interface ForkedPublisher {
  /** Resolves when the process has ended, with whether it was killed. */
  readonly exited: Promise<boolean>;
  /** Result of the publication; never settles if the process was killed. */
  readonly ended: Promise<PublicationEnding>;
  kill(): void;
}

export interface PublisherOptions {
  /** Milliseconds by which the publisher's clock is ahead. */
  readonly clockAhead?: number;
  readonly nodeOptions?: string[];
  /** Location whose row has changed; without it, all rows are published. */
  readonly changedCode?: string | undefined;
}

/** Starts a publisher of these stores in its own process. */
export const forkPublisher = async (
  { engine, tables }: EmbeddedTables,
  store: LocalBucket,
  { clockAhead = 0, nodeOptions = [], changedCode = '' }: PublisherOptions = {},
): Promise<ForkedPublisher> => {
  const child = fork(script, {
    execArgv: nodeOptions,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      // Compiled code is kept, as dozens of processes are started.
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
      CHANGED_CODE: changedCode,
    },
  });
  const exited = once(child, 'exit').then(([, signal]) => signal === 'SIGKILL');
  await once(child, 'message');
  const ended = once(child, 'message').then(([message]) => ending.parse(message));
  // The result of a killed publisher is not awaited.
  ended.catch(() => {});
  return { exited, ended, kill: () => void child.kill('SIGKILL') };
};
