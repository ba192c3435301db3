import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { issueUnlimitedKey } from './stack-stores.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));

interface SpawnOptions {
  readonly dataDirectory: string;
  /** Folder of the checkout whose code runs (default: this checkout). */
  readonly checkout?: string;
  readonly sample?: boolean;
  readonly port?: number;
  /** Node options, which the stack's threads inherit. */
  readonly nodeOptions?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface StackProcessOptions extends Partial<SpawnOptions> {
  /** Data directory of another stack, whose assembly is reused if the sources are unchanged. */
  readonly assemblyOf?: string;
}

export const newDataDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'waypost-'));

const readyAt = (child: ChildProcessByStdio<null, Readable, Readable>, lines: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      printed += `${line}\n`;
      lines.push(line);
      const url = /^Ready: (\S+)$/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the stack exited with ${code}\n${printed}`)));
  });

/** Waits until a stack has built its portal. Throws if that failed. */
export const untilPortalIsBuilt = async (url: string): Promise<void> => {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`the portal's start page returned ${status}`);
};

export const spawnStack = async (options: SpawnOptions) => {
  const { dataDirectory, checkout = project, sample = false, port = 0, nodeOptions = [] } = options;
  const given = ['--port', String(port), '--data-dir', dataDirectory, ...(sample ? [] : ['--empty'])];
  const child = spawn(process.execPath, [...nodeOptions, 'infra/local/start.ts', ...given], {
    cwd: checkout,
    env: { ...process.env, ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines: string[] = [];
  return {
    url: await readyAt(child, lines),
    dataDirectory,
    process: child,
    printed: (): readonly string[] => lines,
    /** Stops the stack gracefully with SIGTERM, or immediately with SIGKILL. */
    stop: async (signal: NodeJS.Signals = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
};

/** Starts a stack, and issues a key with the plan `unlimited`. */
export const startStackProcess = async (options: StackProcessOptions = {}) => {
  const { assemblyOf, ...spawning } = options;
  const { dataDirectory = await newDataDirectory() } = options;
  if (assemblyOf !== undefined) {
    const assemblyIn = (directory: string) => dataFilesIn(directory).assemblyDirectory;
    await cp(assemblyIn(assemblyOf), assemblyIn(dataDirectory), { recursive: true });
  }
  const stack = await spawnStack({ ...spawning, dataDirectory });
  return { ...stack, key: await issueUnlimitedKey(dataDirectory, 'tests') };
};
export type StackProcess = Awaited<ReturnType<typeof startStackProcess>>;

/** Child processes of a killed stack may need a moment to end. */
export const removeDataDirectory = (dataDirectory: string): Promise<void> =>
  rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
