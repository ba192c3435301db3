import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { bareEnvironment } from '../processes/bare-environment.ts';
import type { HostedCommand } from './waypost-host.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

interface Given {
  readonly input?: string | Uint8Array;
  readonly environment?: Record<string, string>;
}

/** The status is null if a signal ended the command. */
interface Ended {
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
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
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
    const [status, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
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

/** Returns the output before the mark, or all output if the stream ends without the mark. */
const saidUntil = (mark: string, stream: Readable): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const finish = () => {
      stream.off('data', hear).off('end', finish);
      resolve(said);
    };
    const hear = (chunk: string) => {
      said += chunk;
      if (!said.endsWith(mark)) return;
      said = said.slice(0, -mark.length);
      finish();
    };
    stream.on('data', hear).once('end', finish);
  });

/** Returns the command's exit status, or that of the host process if the command ended it. */
const statusOf = async (host: ChildProcess): Promise<number | null> => {
  const over = new AbortController();
  const { signal } = over;
  const [status] = await Promise.race([once(host, 'message', { signal }), once(host, 'close', { signal })]);
  over.abort();
  return z.int().nullable().parse(status);
};

const startHost = () => {
  const host = fork(pathOf('./waypost-host.ts'), {
    env: bareEnvironment(),
    // The arguments of this process are for the test runner.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const { stdout, stderr } = host;
  if (!stdout || !stderr) throw new Error('a host has no outputs');
  stdout.setEncoding('utf8');
  stderr.setEncoding('utf8');
  const run = async (command: Omit<HostedCommand, 'mark'>): Promise<Ended> => {
    const mark = randomUUID();
    const ended = Promise.all([statusOf(host), saidUntil(mark, stdout), saidUntil(mark, stderr)]);
    host.send({ ...command, mark } satisfies HostedCommand);
    const [status, ...said] = await ended;
    return { status, stdout: said[0], stderr: said[1] };
  };
  return { isRunning: () => host.connected, run };
};

/** Idle host processes. They end with this process. */
const hosts: ReturnType<typeof startHost>[] = [];

/** Runs a command line in a process that is used again, because loading the program takes longer than most commands. */
export const runWaypost = async (
  args: readonly string[],
  { input = '', environment = {} }: Given = {},
): Promise<Ended> => {
  const idle = hosts.pop();
  const host = idle?.isRunning() ? idle : startHost();
  const ended = await host.run({ args, input, environment: { ...bareEnvironment(), ...environment } });
  hosts.push(host);
  return ended;
};
