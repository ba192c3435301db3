import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { bareEnvironment } from '../processes/bare-environment.ts';
import type { CommandLine } from './command-line.ts';

/** Result of a command; the status is null if a signal ended it. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const exitStatus = z.int().nullable();

/** Reads output up to the mark, without it, or to the end. */
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

/** Returns the command's status, or the host's, as a command may end its process. */
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
    // This process's arguments belong to the test runner.
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
 * Creates a host that runs command lines in persistent processes, as loading a program takes longer than most of its
 * commands. Concurrent commands have a process each. The processes end with this one, which they keep alive. `script`
 * is the file that calls answerCommands.
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
