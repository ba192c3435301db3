import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const script = fileURLToPath(new URL('./store-process.ts', import.meta.url));

const next = async <T>(child: ChildProcess, schema: z.ZodType<T>): Promise<T> => {
  const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  return schema.parse(message);
};

interface ForkedStoreSettings {
  /** Lets tagged objects expire over and over. */
  readonly isSweeping?: boolean;
  /** Whether writes fail beyond some 100 KB, as on a disk that is full. */
  readonly isFull?: boolean;
}

const inShellWithLimit = {
  execPath: '/bin/sh',
  // In blocks of 512 or 1024 bytes, as the shell has it.
  execArgv: ['-c', 'ulimit -f 200 && exec "$0" "$@"', process.execPath],
};

/** Starts a store on a directory in a process of its own. */
export const forkStore = async (directory: string, settings: ForkedStoreSettings = {}) => {
  const { isSweeping = false, isFull = false } = settings;
  const child = fork(script, isSweeping ? [directory, 'sweeping'] : [directory], {
    ...(isFull ? inShellWithLimit : { execArgv: [] }),
  });
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
