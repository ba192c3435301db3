import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A folder that goes when its user is done. */
export const temporaryFolder = async (name: string) => {
  const path = await mkdtemp(join(tmpdir(), `waypost-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Runs a program to its end. Throws with what it wrote where it fails. */
export const runToEnd = async (
  program: string,
  given: readonly string[],
  options: SpawnOptions = {},
): Promise<void> => {
  const child = spawn(program, given, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let wrote = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    wrote += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${wrote.trim()}`);
};

/** Ends a server, and returns when it has. */
export const endProcess = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

const patienceMilliseconds = 30_000;

/** Tries until it succeeds, for as long as a server may take to start. */
export const untilItAnswers = async <T>(ask: () => Promise<T>): Promise<T> => {
  const deadline = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(100);
    }
  }
};
