import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { stages } from '../../../infra/stages/stages.ts';
import type { LocalBucket } from '../local-bucket.ts';
import type { EmbeddedTables } from '../tables/embedded-tables.ts';

const script = fileURLToPath(new URL('./function-process.ts', import.meta.url));

const report = z.object({
  /** Distinct statuses of the results of one call's events, or `answered` for a result without a status. */
  statuses: z.array(z.union([z.int(), z.string()])),
  processorMilliseconds: z.number(),
  peakMegabytes: z.number(),
});

interface FunctionProcess {
  /** File that exports the handler. */
  readonly file: string;
  readonly nodeOptions?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns the memory options that Lambda's runtime passes to Node, unless the function's NODE_OPTIONS contain them. */
export const lambdaNodeOptions = (memoryMegabytes: number): string[] => [
  `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
  `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
];

export const forkFunction = async ({ file, nodeOptions = [], environment }: FunctionProcess) => {
  const child = fork(script, [file], {
    execArgv: [...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      AWS_REGION: 'ap-southeast-2',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local-secret',
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  const nextReport = async () => {
    const ended = exited.then(([code]) => {
      throw new Error(`the function's process exited with ${code}`);
    });
    const [message] = await Promise.race([once(child, 'message'), ended]);
    return report.parse(message);
  };
  const loaded = await nextReport();
  return {
    loaded,
    /** Sends these events to the function in sequence, and returns a report. */
    answer: (events: readonly object[]) => {
      const answered = nextReport();
      child.send(events);
      return answered;
    },
    stop: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
      child.kill(signal);
      await exited;
    },
  };
};

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
