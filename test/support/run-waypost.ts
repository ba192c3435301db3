import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const program = path.resolve(import.meta.dirname, '../../infra/operator/waypost.ts');

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
    env: { PATH: process.env.PATH, ...environment },
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
