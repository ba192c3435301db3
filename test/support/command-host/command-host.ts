import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { bareEnvironment } from '../processes/bare-environment.ts';
import type { CommandLine } from './command-line.ts';

/** How a command has ended, its status being null where a signal has ended it. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const exitStatus = z.int().nullable();

/** What is said from now on until the mark, which is left out, or to the end. */
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

/** What the host says of the command, or with what the host has ended: a command may end its process by itself. */
const statusOf = async (host: ChildProcess): Promise<number | null> => {
  const over = new AbortController();
  const { signal } = over;
  const [status] = await Promise.race([once(host, 'message', { signal }), once(host, 'close', { signal })]);
  over.abort();
  return exitStatus.parse(status);
};

const startHost = (script: string) => {
  const host = fork(script, {
    env: bareEnvironment(),
    // Those of this process are of the tests' runner.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const { stdout, stderr } = host;
  if (!stdout || !stderr) throw new Error('a host has no outputs');
  stdout.setEncoding('utf8');
  stderr.setEncoding('utf8');
  const run = async (command: Omit<CommandLine, 'mark'>): Promise<Ended> => {
    const mark = randomUUID();
    const ended = Promise.all([statusOf(host), saidUntil(mark, stdout), saidUntil(mark, stderr)]);
    host.send({ ...command, mark } satisfies CommandLine);
    const [status, ...said] = await ended;
    return { status, stdout: said[0], stderr: said[1] };
  };
  return { isRunning: () => host.connected, run };
};

/**
 * Runs command lines in processes that stay, as to load a program takes ten times as long as most of its commands do.
 * Commands that run at the same time have a process each. The processes end with the one that has started them, which
 * they keep from ending by itself. The script is what calls answerCommands.
 */
export const commandHost = (script: string) => {
  const hosts: ReturnType<typeof startHost>[] = [];
  return async (command: Omit<CommandLine, 'mark'>): Promise<Ended> => {
    const idle = hosts.pop();
    const host = idle?.isRunning() ? idle : startHost(script);
    const ended = await host.run(command);
    hosts.push(host);
    return ended;
  };
};
