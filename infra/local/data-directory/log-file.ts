import { appendFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataFiles } from '../files/data-files.ts';
import { gatheredText } from '../files/gathered-text.ts';

/** The logs of a stack on this machine, each a file of the data directory that is written on at every start. */
export interface StackLog {
  functions(functionName: string, text: string): void;
  /** Takes a line of JSON, without its end. */
  requests(line: string): void;
  stores(entry: object): void;
}

const newline = Buffer.from('\n');

/** Lines are gathered for so long: under load, opening the file for each would cost more than answering. */
const gatherMilliseconds = 20;

/**
 * A log that cannot be written, as on a full disk, must not take the services with it: its lines are lost, and those after
 * them are written again once there is room.
 */
const appendTo = (file: string, stop: AsyncDisposableStack) => {
  const waiting = gatheredText();
  let isCutOff = false;
  const stopping = new AbortController();
  const writeWaiting = async () => {
    do {
      await pause(gatherMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      const bytes = waiting.take();
      isCutOff = await appendFile(file, isCutOff ? Buffer.concat([newline, bytes]) : bytes, {
        mode: 0o600,
      }).then(
        () => false,
        () => true,
      );
    } while (!waiting.isEmpty());
    writing = undefined;
  };
  let writing: Promise<void> | undefined = writeWaiting();
  stop.defer(() => {
    stopping.abort();
    return writing;
  });
  return (text: string): void => {
    waiting.add(text);
    writing ??= writeWaiting();
  };
};

export const openLog = (directory: DataFiles, stop: AsyncDisposableStack): StackLog => {
  const functions = appendTo(directory.functionsLog, stop);
  const requests = appendTo(directory.requestsLog, stop);
  const stores = appendTo(directory.storesLog, stop);
  return {
    functions: (_functionName, text) => functions(text),
    requests: (line) => requests(`${line}\n`),
    stores: (entry) => stores(`${JSON.stringify(entry)}\n`),
  };
};
