import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const script = fileURLToPath(new URL('./store-process.ts', import.meta.url));

const next = async <T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> => {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return schema.parse(message);
};

const inShellWithLimit = {
  execPath: '/bin/sh',
  // The unit is a block of 512 or 1,024 bytes, depending on the shell.
  execArgv: ['-c', 'ulimit -f 600 && exec "$0" "$@"', process.execPath],
};

/** Starts a store in its own process. With `isFull`, files cannot grow beyond about 300 KB. */
export const forkStore = async (directory: string, { isFull = false } = {}) => {
  const child = fork(script, [directory], isFull ? inShellWithLimit : { execArgv: [] });
  const { endpoint } = await next(child, z.object({ endpoint: z.url() }));
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    endpoint,
    peakMegabytes: async () => {
      child.send('memory');
      return (await next(child, z.object({ peakMegabytes: z.number() }))).peakMegabytes;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
};
