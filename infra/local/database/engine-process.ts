import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type EngineAddress, endpointOf } from './engine-address.ts';

/** The engine ended before it answered. */
export class EngineDidNotStart extends Error {
  override readonly name = 'EngineDidNotStart';
}

export interface EngineProcess {
  readonly processId: number;
  /** Settles when the process has ended, with a sentence on how. */
  readonly ended: Promise<string>;
  /** Asks it to end, and after a bound makes it. */
  end(): Promise<void>;
}

/**
 * Becomes the engine, next to a watcher that ends it when this process is gone, however it went: its end of the pipe
 * at standard input closes then. An engine left behind would go on holding the data file.
 */
const runUntilParentIsGone = `
  exec 3<&0
  ( cat <&3; kill -TERM $$ ) >/dev/null 2>&1 &
  exec "$0" "$@" 3<&- </dev/null
`;

/** Longest time from the start to the first answer, recovery of the data file included. */
const startMilliseconds = 15_000;
/** Time that SIGTERM gives for closing the data file. */
const endMilliseconds = 3_000;

const passLines = (stream: Readable | null, log: (line: string) => void) => {
  if (stream) createInterface({ input: stream }).on('line', log);
};

/** Lines of the engine's own that are told where it ends. */
const keptWords = 2;

const endOf = (child: ChildProcess, lastWords: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // What it said last is there once its pipes are closed, not when it exits.
    child.once('close', (code, signal) => {
      child.stdin?.destroy();
      if (signal) return resolve(`ended by ${signal}`);
      resolve([`ended with status ${code}`, ...lastWords].join(': '));
    });
  });

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
};

/** Resolves once it answers. Rejects with EngineDidNotStart when it ended, or stayed silent for too long. */
const waitUntilItAnswers = async (endpoint: string, listening: Promise<unknown>, ended: Promise<string>) => {
  const settled = new AbortController();
  const tooLate = delay(startMilliseconds, 'did not answer in time', { signal: settled.signal });
  const answering = async () => {
    // An answer counts from the moment this engine has the port, not some other process.
    await listening;
    while (!settled.signal.aborted && !(await answers(endpoint))) await delay(20);
  };
  const failure = await Promise.race([answering(), ended, tooLate]);
  settled.abort();
  await tooLate.catch(() => {});
  if (typeof failure === 'string') throw new EngineDidNotStart(`The embedded DynamoDB ${failure}.`);
};

export interface EngineSettings {
  readonly binary: string;
  readonly address: EngineAddress;
  /** In memory where absent. */
  readonly dataFile: string | undefined;
  readonly log: (line: string) => void;
}

/** Starts the engine at an address and waits until it answers. Throws EngineDidNotStart. */
export const startEngineProcess = async (settings: EngineSettings): Promise<EngineProcess> => {
  const { binary, address, dataFile, log } = settings;
  const options = ['serve', '--host', address.host, '--port', String(address.port)];
  const storage = dataFile === undefined ? [] : ['--db-path', dataFile];
  const child = spawn('/bin/sh', ['-c', runUntilParentIsGone, binary, ...options, ...storage], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: Ctrl+C at the terminal is for us, who then end the engine in order.
    detached: true,
  });
  const lastWords: string[] = [];
  const ended = endOf(child, lastWords);
  const listening = new Promise<void>((resolve) => {
    const read = (line: string) => {
      if (line.includes('listening on')) resolve();
      if (line.trim() !== '') lastWords.push(line.trim());
      lastWords.splice(0, lastWords.length - keptWords);
      log(line);
    };
    passLines(child.stdout, read);
    passLines(child.stderr, read);
  });
  const end = async () => {
    child.kill('SIGTERM');
    const killLater = setTimeout(() => child.kill('SIGKILL'), endMilliseconds);
    await ended;
    clearTimeout(killLater);
  };
  try {
    await waitUntilItAnswers(`${endpointOf(address)}/`, listening, ended);
  } catch (error) {
    await end();
    throw error;
  }
  return { processId: child.pid ?? 0, ended, end };
};
