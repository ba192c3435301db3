import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { HostedCommand } from './waypost-host.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Returns a minimal environment with only the PATH, the tests' temporary folder and their compile cache. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
};

interface Given {
  readonly input?: string | Uint8Array;
  readonly environment?: Record<string, string>;
}

/** The status is null if a signal ended the command. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line in its own process, as an operator does. */
export const startWaypost = (
  args: readonly string[],
  { input = '', environment = {}, cwd }: Given & { readonly cwd?: string } = {},
) => {
  const child = spawn(process.execPath, [pathOf('../../../infra/operator/waypost.ts'), ...args], {
    env: { ...bareEnvironment(), ...environment },
    cwd,
  });
  const closed = once(child, 'close');
  // A command that does not read standard input may have closed it.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  /** Resolves as soon as standard error contains the text, with everything written to it so far. */
  const saw = async (text: string) => {
    while (!said.includes(text)) await once(child.stderr, 'data');
    return said;
  };
  const ended = async (): Promise<Ended> => {
    const [[status], stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr };
  };
  return {
    pid: child.pid,
    saw,
    interrupt: () => child.kill('SIGINT'),
    kill: () => child.kill('SIGKILL'),
    ended: ended(),
  };
};

export type Started = ReturnType<typeof startWaypost>;

/** Idle host processes. They end with this process. */
const hosts: ChildProcess[] = [];

const startHost = (): ChildProcess =>
  fork(pathOf('./waypost-host.ts'), {
    env: bareEnvironment(),
    // The arguments of this process are for the test runner.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });

/** Runs a command line in a process that is used again, because loading the program takes longer than most commands. */
export const runWaypost = async (
  args: readonly string[],
  { input = '', environment = {} }: Given = {},
): Promise<Ended> => {
  const host = hosts.pop() ?? startHost();
  const over = new AbortController();
  const { signal } = over;
  const exited = once(host, 'exit', { signal }).then(() =>
    Promise.reject(new Error(`a host has exited while it ran waypost ${args.join(' ')}`)),
  );
  const answered = Promise.race([once(host, 'message', { signal }), exited]);
  host.send({ args, input, environment: { ...bareEnvironment(), ...environment } } satisfies HostedCommand);
  const ended: Ended = (await answered)[0];
  over.abort();
  hosts.push(host);
  return ended;
};
