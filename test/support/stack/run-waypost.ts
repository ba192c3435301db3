import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { commandHost, type Ended } from '../command-host/command-host.ts';
import { bareEnvironment } from '../processes/bare-environment.ts';

const program = fileURLToPath(new URL('../../../infra/operator/waypost.ts', import.meta.url));
const host = commandHost(fileURLToPath(new URL('../command-host/hosted-waypost.ts', import.meta.url)));

interface Given {
  readonly input?: string | Uint8Array;
  readonly environment?: Record<string, string>;
}

export interface Started {
  /** Resolves when standard error contains the words. */
  saw(words: string): Promise<void>;
  /** Presses Ctrl-C. */
  interrupt(): void;
  /** Kills it with SIGKILL. */
  kill(): void;
  readonly ended: Promise<Ended>;
}

/** Starts the command line as an operator does, in a process of its own. */
export const startWaypost = (
  args: readonly string[],
  { input = '', environment = {} }: Given = {},
): Started => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...bareEnvironment(), ...environment },
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
  const saw = async (words: string) => {
    while (!said.includes(words)) await once(child.stderr, 'data');
  };
  const ended = async (): Promise<Ended> => {
    const [status, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr };
  };
  return { saw, interrupt: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL'), ended: ended() };
};

/**
 * Runs a command line to its end in a persistent process, as starting one each time would dominate. Tests of a single
 * command, or of the process itself, use startWaypost.
 */
export const runWaypost = (
  args: readonly string[],
  { input = '', environment = {} }: Given = {},
): Promise<Ended> => host({ args: [...args], input, environment: { ...bareEnvironment(), ...environment } });
