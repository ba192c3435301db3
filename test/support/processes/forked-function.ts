import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const script = fileURLToPath(new URL('./function-process.ts', import.meta.url));

const report = z.object({
  /** Distinct results of one call's events: the HTTP statuses, or `answered` for a result without a status. */
  statuses: z.array(z.union([z.int(), z.literal('answered')])),
  processorMilliseconds: z.number(),
  peakMegabytes: z.number(),
});

interface FunctionProcess {
  readonly directory: string;
  readonly nodeOptions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Returns the memory options that Lambda's runtime passes to Node, unless the function's NODE_OPTIONS contain them. */
export const lambdaNodeOptions = (memoryMegabytes: number): string[] => [
  `--max-semi-space-size=${Math.floor(memoryMegabytes * 0.05)}`,
  `--max-old-space-size=${Math.floor(memoryMegabytes * 0.9)}`,
];

export const forkFunction = async ({ directory, nodeOptions, environment }: FunctionProcess) => {
  const child = fork(script, [`${directory}/index.cjs`], {
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
    stop: async (): Promise<void> => {
      child.kill();
      await exited;
    },
  };
};
