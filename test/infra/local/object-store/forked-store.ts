import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const script = fileURLToPath(new URL('./store-process.ts', import.meta.url));

const next = async <T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> => {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return schema.parse(message);
};

/** Starts a store on a directory in a process of its own. */
export const forkStore = async (directory: string) => {
  const child = fork(script, [directory], { execArgv: [] });
  const { endpoint } = await next(child, z.object({ endpoint: z.url() }));
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    endpoint,
    /** The most memory that the process has held so far. */
    peakMegabytes: async () => {
      child.send('memory');
      return (await next(child, z.object({ peakMegabytes: z.number() }))).peakMegabytes;
    },
    /** As when the machine takes the process away. */
    kill,
    [Symbol.asyncDispose]: kill,
  };
};
