import { appendFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataFiles } from '../files/data-files.ts';
import { gatheredText } from '../files/gathered-text.ts';
import { setAsideFull } from '../files/set-aside-full.ts';

/**
 * The logs of a stack on this machine, each a file of the data directory that is written on at every start. A full one
 * is set aside in place of the one before, so that a stack that is left running does not fill the disk.
 */
export interface StackLog {
  functions(functionName: string, text: string): void;
  /** Takes a line of JSON, without its end. */
  requests(line: string): void;
  stores(entry: object): void;
}

const newline = Buffer.from('\n');

/** Above this size in bytes a log is full: some two days of one request a second. */
const fullBytes = 100_000_000;

/** Lines are gathered for so long: under load, opening the file for each would cost more than answering. */
const gatherMilliseconds = 20;

/**
 * A log that cannot be written, as on a full disk, must not take the services with it: its lines are lost, and those after
 * them are written again once there is room.
 */
const appendTo = (file: string, full: number, stop: AsyncDisposableStack) => {
  const waiting = gatheredText();
  let isCutOff = false;
  const stopping = new AbortController();
  const writeWaiting = async () => {
    do {
      await pause(gatherMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      const bytes = waiting.take();
      await setAsideFull(file, full);
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

/** Opens the logs of a directory; each is full above `full` bytes. */
export const openLog = (directory: DataFiles, stop: AsyncDisposableStack, full = fullBytes): StackLog => {
  const functions = appendTo(directory.functionsLog, full, stop);
  const requests = appendTo(directory.requestsLog, full, stop);
  const stores = appendTo(directory.storesLog, full, stop);
  return {
    functions: (_functionName, text) => functions(text),
    requests: (line) => requests(`${line}\n`),
    stores: (entry) => stores(`${JSON.stringify(entry)}\n`),
  };
};
