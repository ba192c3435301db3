import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const program = path.resolve(import.meta.dirname, '../../infra/operator/waypost.ts');

/** Kept from one run of the tests to the next: a process starts in two thirds of the time. */
const compileCache = path.join(tmpdir(), 'waypost-compile-cache');

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as an operator does, in a process of its own. */
export const runWaypost = async (
  args: readonly string[],
  {
    input = '',
    environment = {},
  }: { input?: string | Uint8Array; environment?: Record<string, string> } = {},
): Promise<Ended> => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ...environment },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  // A command that does not read its standard input has closed it by now.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { status, stdout, stderr };
};
