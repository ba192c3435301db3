/** The embedded DynamoDB: the engine's program, its process, and its restarts. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { listen } from '../http/listening.ts';
import { examineDataFile } from './data-file.ts';

/** There is no engine for this platform: it exists for Linux on x64 only, as an optional dependency. */
export class NoEmbeddedEngine extends Error {
  override readonly name = 'NoEmbeddedEngine';

  constructor(options?: ErrorOptions) {
    super(
      `There is no embedded DynamoDB engine for ${process.platform} on ${process.arch}. Start AWS's DynamoDB Local ` +
        'on an address that only this machine reaches (for example `docker run -p 127.0.0.1:8000:8000 ' +
        'amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb`; by itself it listens on all) and set ' +
        'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 to use it instead.',
      options,
    );
  }
}

/** The engine ended, or did not listen in time. The message has its last words. */
class EngineDidNotStart extends Error {
  override readonly name = 'EngineDidNotStart';
}

export interface EmbeddedDynamoDbOptions {
  /** File of the data, created with its folder if missing. Absent: data is in memory only. */
  readonly dataFile?: string;
  readonly log?: (line: string) => void;
}

export type EmbeddedDynamoDb = Awaited<ReturnType<typeof startEmbeddedDynamoDb>>;

const firstPauseMilliseconds = 50;
const maxPauseMilliseconds = 5_000;

/**
 * Starts the embedded DynamoDB at a random address that only this machine reaches, and restarts it there whenever it
 * dies. Throws NoEmbeddedEngine, UnusableDataFile, or EngineDidNotStart.
 */
export const startEmbeddedDynamoDb = async ({ dataFile, log = () => {} }: EmbeddedDynamoDbOptions = {}) => {
  const binary = engineBinary();
  if (dataFile !== undefined) {
    await mkdir(dirname(dataFile), { recursive: true });
    await examineDataFile(dataFile);
  }
  const storage = dataFile === undefined ? [] : ['--db-path', dataFile];
  const startAt = ({ hostname, port }: URL) =>
    startEngineProcess([binary, 'serve', '--host', hostname, '--port', port, ...storage], log);
  const [address, first] = await startAtFreePort(startAt);
  let engine = first;
  const stop = new AbortController();

  const keepRunning = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const how = await engine.ended;
      if (stop.signal.aborted) return;
      log(`The embedded DynamoDB ${how}; it is started again.`);
      for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, maxPauseMilliseconds)) {
        try {
          engine = await startAt(address);
          break;
        } catch (error) {
          log(`${error instanceof Error ? error.message : error} The next try is in ${pause} ms.`);
        }
        await delay(pause, undefined, { signal: stop.signal }).catch(() => {});
        if (stop.signal.aborted) return;
      }
    }
  };
  const running = keepRunning();

  return {
    /** For AWS_ENDPOINT_URL_DYNAMODB. It stays the same when the engine is restarted. */
    endpoint: address.origin,
    /** Returns the id of the engine's current process. */
    processId: () => engine.processId,
    close: async (): Promise<void> => {
      stop.abort();
      await engine.end();
      await running;
      // A restart that was in progress may have started another engine.
      await engine.end();
    },
  };
};

/** Returns the path of the engine's program. Throws NoEmbeddedEngine. */
export const engineBinary = (platform = process.platform, architecture = process.arch): string => {
  if (platform !== 'linux' || architecture !== 'x64') throw new NoEmbeddedEngine();
  try {
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    return join(dirname(manifest), 'dynoxide');
  } catch (cause) {
    throw new NoEmbeddedEngine({ cause });
  }
};

/**
 * Draws one of some 16 million addresses that only this machine reaches, with a port that is free now. The engine checks
 * no signature and lets pages of every origin read its responses: pages can try the ports of 127.0.0.1, but not those of
 * all of 127.0.0.0/8, on which Linux listens. It does not stop users of this machine, who can list its sockets. Takes
 * 127.0.0.1 if the system does not have the address.
 */
export const drawEngineAddress = async (
  host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`,
): Promise<URL> => {
  try {
    return new URL(`http://${host}:${await freePort(host)}`);
  } catch (error) {
    if (Object(error).code !== 'EADDRNOTAVAIL') throw error;
    return new URL(`http://127.0.0.1:${await freePort()}`);
  }
};

/** Returns a TCP port that is free now. Rejects if the machine does not have the address. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, host));
  server.close();
  await once(server, 'close');
  return Number(port);
};

/** A port may be taken before the engine has it, and the engine refuses one that another program has on any address. */
const portAttempts = 5;

const startAtFreePort = async <Engine>(startAt: (address: URL) => Promise<Engine>) => {
  for (let attempt = 1; ; attempt++) {
    const address = await drawEngineAddress();
    try {
      return [address, await startAt(address)] as const;
    } catch (error) {
      if (attempt === portAttempts || !(error instanceof EngineDidNotStart)) throw error;
    }
  }
};

/**
 * Becomes the engine, beside a watcher that ends it when this process is gone, for whatever reason: the pipe at standard
 * input closes then. An engine left behind would keep the data file open.
 */
const runUntilParentIsGone = `
  exec 3<&0
  ( cat <&3; kill -TERM $$ ) >/dev/null 2>&1 &
  exec "$0" "$@" 3<&- </dev/null
`;

/** Maximum time until it listens, including recovery of the data file. */
const startMilliseconds = 15_000;
/** Time that SIGTERM gives for closing the data file. */
const endMilliseconds = 3_000;

/** Number of the engine's own last lines in the message when it ends. */
const keptLines = 2;

/** Throws EngineDidNotStart if the engine ends, or does not listen in time. */
const startEngineProcess = async (command: readonly string[], log: (line: string) => void) => {
  const child = spawn('/bin/sh', ['-c', runUntilParentIsGone, ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own: Ctrl+C at the terminal is for us, who then end the engine in order.
    detached: true,
  });
  const lastLines: string[] = [];
  /** A phrase that says how the process ended. */
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Its last lines have been read once its pipes are closed, not when it exits.
    child.once('close', (code, signal) => {
      child.stdin.destroy();
      resolve(signal ? `ended by ${signal}` : [`ended with status ${code}`, ...lastLines].join(': '));
    });
  });
  const listening = new Promise<undefined>((resolve) => {
    const read = (line: string) => {
      if (line.includes('listening on')) resolve(undefined);
      if (line.trim() !== '') lastLines.push(line.trim());
      lastLines.splice(0, lastLines.length - keptLines);
      log(line);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', read);
  });
  /** Asks the process to end, and kills it after some seconds. */
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const killLater = setTimeout(() => child.kill('SIGKILL'), endMilliseconds);
    await ended;
    clearTimeout(killLater);
  };
  const tooLate = delay(startMilliseconds, 'did not listen in time', { ref: false });
  const failure = await Promise.race([listening, ended, tooLate]);
  if (failure !== undefined) {
    await end();
    throw new EngineDidNotStart(`The embedded DynamoDB ${failure}.`);
  }
  return { processId: child.pid ?? 0, ended, end };
};
