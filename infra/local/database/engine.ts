/** Starts the embedded DynamoDB engine, and restarts it if it exits. */
import { type ChildProcess, spawn } from 'node:child_process';
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
import {
  endOfGuard,
  type Gate,
  isolatedAddress,
  isolatedShell,
  isolationObstacle,
  openGate,
  type RequiredSignature,
} from './isolation.ts';

/** The engine does not support this platform. It is an optional dependency that exists only for Linux on x64. */
export class NoEmbeddedEngine extends Error {
  override readonly name = 'NoEmbeddedEngine';
}

interface EmbeddedDynamoDbOptions {
  /** Data file, which is created with its folder if it is missing. If absent, the data is kept only in memory. */
  readonly dataFile?: string;
  /** Signature that requests must have. If absent, the engine is not isolated from other users. */
  readonly signature?: RequiredSignature;
  readonly log?: (line: string) => void;
}

const retrySeconds = 5;

/**
 * Starts the embedded DynamoDB, and restarts it at the same address whenever it exits. It is isolated if possible, and
 * otherwise listens on a random loopback address. Throws NoEmbeddedEngine, UnusableDataFile, or an error with the
 * engine's last output.
 */
export const startEmbeddedDynamoDb = async (options: EmbeddedDynamoDbOptions = {}) => {
  const { dataFile, signature, log = () => {} } = options;
  const binary = engineBinary();
  if (dataFile !== undefined) {
    await mkdir(dirname(dataFile), { recursive: true });
    await examineDataFile(dataFile);
  }
  const obstacle = signature && (await isolationObstacle());
  const gate = signature && obstacle === undefined ? await openGate(signature) : undefined;
  const storage = dataFile === undefined ? [] : ['--db-path', dataFile];
  let address = gate ? isolatedAddress : await randomEngineAddress();
  const start = () =>
    startEngineProcess(
      [binary, 'serve', '--host', address.hostname, '--port', address.port, ...storage],
      log,
      gate,
    );
  /** Tries other addresses because the engine refuses a port that is in use at any address of the machine. */
  const startFirst = async (otherAddresses = 3): Promise<Awaited<ReturnType<typeof start>>> => {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && error.message.includes('already in use');
      if (gate || !inUse || otherAddresses === 0) {
        gate?.close();
        throw error;
      }
      address = await randomEngineAddress();
      return startFirst(otherAddresses - 1);
    }
  };
  let engine = await startFirst();
  const stop = new AbortController();

  const keepRunning = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      // Already resolved if the last attempt to restart the engine failed.
      const how = await engine.ended;
      if (stop.signal.aborted) return;
      log(`The embedded DynamoDB ${how}. Restarting it.`);
      try {
        engine = await start();
      } catch (error) {
        log(`${error instanceof Error ? error.message : error} The next attempt is in ${retrySeconds} s.`);
        await delay(retrySeconds * 1_000, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  };
  const running = keepRunning();

  return {
    /** URL for AWS_ENDPOINT_URL_DYNAMODB. It does not change when the engine is restarted. */
    endpoint: gate?.endpoint ?? address.origin,
    /** Why the engine could not be isolated from other users, if isolation was requested. */
    obstacle,
    processId: () => engine.processId,
    close: async (): Promise<void> => {
      stop.abort();
      await engine.end();
      await running;
      // A restart in progress may have started another engine.
      await engine.end();
      gate?.close();
    },
  };
};

/** Returns the path of the engine's executable. Throws NoEmbeddedEngine. */
export const engineBinary = (platform = process.platform, architecture = process.arch): string => {
  try {
    if (platform !== 'linux' || architecture !== 'x64') throw new Error('unsupported platform');
    const manifest = createRequire(import.meta.url).resolve('@dynoxide/linux-x64/package.json');
    return join(dirname(manifest), 'dynoxide');
  } catch (cause) {
    throw new NoEmbeddedEngine(
      `There is no embedded DynamoDB engine for ${platform} on ${architecture}. Start AWS's DynamoDB Local ` +
        'on an address that only this machine reaches (for example `docker run -p 127.0.0.1:8000:8000 ' +
        'amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb`; by default it listens on all addresses) and set ' +
        'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 to use it instead.',
      { cause },
    );
  }
};

/**
 * Returns a random loopback address, one of about 16 million, with a free port, because the engine checks no signatures
 * and lets any web page read its responses. A page can try all ports of 127.0.0.1, but not of every address in
 * 127.0.0.0/8. Other users of the machine can still find the address by listing its sockets.
 */
const randomEngineAddress = async (): Promise<URL> => {
  const host = `127.${randomInt(1, 255)}.${randomInt(0, 256)}.${randomInt(1, 255)}`;
  return new URL(`http://${host}:${await freePort(host)}`);
};

/** Returns a TCP port that is free now. Rejects if the machine does not have this address. */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, host));
  server.close();
  await once(server, 'close');
  return Number(port);
};

/**
 * Script that runs the engine, and ends it when this process has ended for any reason, which closes the pipe to the
 * script's standard input. Otherwise, the engine would keep the data file open. File descriptor 3 is the guard's
 * channel.
 */
const runUntilParentIsGone = `
  exec 4<&0
  ( cat <&4; kill -TERM $$ ) 3<&- >/dev/null 2>&1 &
  exec "$@" 3<&- 4<&- </dev/null
`;

/** Maximum time until the engine listens, including recovery of the data file. */
const startMilliseconds = 15_000;
/** Maximum time for the engine to close the data file after SIGTERM. */
const endMilliseconds = 3_000;

/** Number of output lines that are kept for the error message if the engine exits. */
const maxLastLines = 2;

/** Starts the engine, isolated if there is a gate. Throws if it exits, or does not listen in time. */
const startEngineProcess = async (command: readonly string[], log: (line: string) => void, gate?: Gate) => {
  const child = gate
    ? spawnShell(isolatedShell(runUntilParentIsGone, command), ['ipc'], gate.environment)
    : spawnShell(['/bin/sh', '-c', runUntilParentIsGone, 'sh', ...command]);
  const lastLines: string[] = [];
  /** Resolves with a phrase that describes how the process ended. */
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not on `exit`, because the last output may not have been read by then.
    child.once('close', (code, signal) => {
      child.stdin?.destroy();
      resolve(signal ? `ended by ${signal}` : [`ended with status ${code}`, ...lastLines].join(': '));
    });
  });
  if (gate) {
    // Sends a message instead of disconnecting, because otherwise the event `close` would never be emitted.
    child.once('exit', () => child.connected && child.send(endOfGuard, () => {}));
    child.once('disconnect', () => child.kill('SIGTERM'));
  }
  const listening = new Promise<undefined>((resolve) => {
    const read = (line: string) => {
      if (line.includes('listening on')) resolve(undefined);
      if (line.trim() !== '') lastLines.push(line.trim());
      lastLines.splice(0, lastLines.length - maxLastLines);
      log(line);
    };
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', read);
  });
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
    throw new Error(`The embedded DynamoDB ${failure}.`);
  }
  gate?.open(child);
  return { processId: child.pid ?? 0, ended, end };
};

const spawnShell = (
  [program = '', ...args]: readonly string[],
  channel: readonly 'ipc'[] = [],
  env = process.env,
): ChildProcess =>
  // A separate process group, so that Ctrl-C reaches only this process, which then stops the engine cleanly.
  spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe', ...channel], env, detached: true });
