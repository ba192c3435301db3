import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { examineDataFile } from './data-file.ts';
import { drawEngineAddress, endpointOf } from './engine-address.ts';
import { engineBinary } from './engine-binary.ts';
import {
  EngineDidNotStart,
  type EngineProcess,
  type EngineSettings,
  startEngineProcess,
} from './engine-process.ts';

export interface EmbeddedDynamoDbOptions {
  /** The file that keeps the data, made with its folder when it is missing. Absent: in memory, gone at the end. */
  readonly dataFile?: string;
  readonly log?: (line: string) => void;
}

export interface EmbeddedDynamoDb {
  /** For AWS_ENDPOINT_URL_DYNAMODB. Stays the same when the engine is restarted. */
  readonly endpoint: string;
  /** Id of the engine's process at this moment. */
  readonly processId: () => number;
  close(): Promise<void>;
}

/** A port found free can be taken before the engine has it. */
const portAttempts = 5;
const firstPauseMilliseconds = 50;
const maxPauseMilliseconds = 5_000;

const startOnFreePort = async (settings: Omit<EngineSettings, 'address'>) => {
  for (let attempt = 1; ; attempt++) {
    const address = await drawEngineAddress();
    try {
      return { address, engine: await startEngineProcess({ ...settings, address }) };
    } catch (error) {
      if (attempt === portAttempts || !(error instanceof EngineDidNotStart)) throw error;
    }
  }
};

/** Keeps an engine running at its address until told to stop; pauses longer from one failure to the next. */
const supervise = (first: EngineProcess, settings: EngineSettings) => {
  let engine = first;
  const stop = new AbortController();

  const restart = async (): Promise<void> => {
    let pause = firstPauseMilliseconds;
    while (!stop.signal.aborted) {
      try {
        engine = await startEngineProcess(settings);
        return;
      } catch (error) {
        settings.log(`${error instanceof Error ? error.message : error} The next try is in ${pause} ms.`);
      }
      await delay(pause, undefined, { signal: stop.signal }).catch(() => {});
      pause = Math.min(pause * 2, maxPauseMilliseconds);
    }
  };
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const how = await engine.ended;
      if (stop.signal.aborted) return;
      settings.log(`The embedded DynamoDB ${how}; it is started again.`);
      await restart();
    }
  };
  const watching = watch();

  const close = async () => {
    stop.abort();
    await engine.end();
    await watching;
    // A restart that was under way may have brought up another engine.
    await engine.end();
  };
  return { processId: () => engine.processId, close };
};

/**
 * Starts the embedded DynamoDB at an address of this machine alone that is drawn anew each time, and restarts it there
 * whenever it dies. Throws NoEmbeddedEngine, UnusableDataFile, or EngineDidNotStart.
 */
export const startEmbeddedDynamoDb = async (
  options: EmbeddedDynamoDbOptions = {},
): Promise<EmbeddedDynamoDb> => {
  const { dataFile, log = () => {} } = options;
  const binary = engineBinary();
  if (dataFile !== undefined) {
    await mkdir(dirname(dataFile), { recursive: true });
    await examineDataFile(dataFile);
  }
  const { address, engine } = await startOnFreePort({ binary, dataFile, log });
  const { processId, close } = supervise(engine, { binary, dataFile, log, address });
  return { endpoint: endpointOf(address), processId, close };
};
