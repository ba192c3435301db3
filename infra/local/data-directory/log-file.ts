import { appendFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataFiles } from './data-files.ts';

/** The logs of a stack, each a file of the data directory to which every start appends. */
export interface StackLog {
  functions(functionName: string, text: string): void;
  /** Takes a line of JSON without its line feed. */
  requests(line: string): void;
  stores(entry: object): void;
}

/** Size in bytes above which a log is full: some two days of one request a second. */
const fullBytes = 100_000_000;

/** Lines are gathered for so long: under load, opening the file for each would cost more than the request. */
const gatherMilliseconds = 20;

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

/**
 * Creates a function that appends text to a log. A log that cannot be written, as on a full disk, must not take the
 * services with it: its lines are lost, and later ones are written again once there is room.
 */
const appendTo = (file: string, full: number, stop: AsyncDisposableStack) => {
  let waiting: string[] = [];
  let isCutOff = false;
  let writing: Promise<void> | undefined;
  const stopping = new AbortController();
  const writeWaiting = async () => {
    while (waiting.length > 0) {
      await pause(gatherMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      const text = `${isCutOff ? '\n' : ''}${waiting.join('')}`;
      waiting = [];
      await setAsideIfFull(file, full);
      isCutOff = await appendFile(file, text, { mode: 0o600 }).then(
        () => false,
        () => true,
      );
    }
    writing = undefined;
  };
  stop.defer(() => {
    stopping.abort();
    return writing;
  });
  return (text: string): void => {
    waiting.push(text);
    writing ??= writeWaiting();
  };
};

/** Renames a full log to `.1`, in place of the one before, so that a stack that is left running does not fill the disk. */
const setAsideIfFull = async (file: string, full: number): Promise<void> => {
  try {
    const { size } = await stat(file);
    if (size > full) await rename(file, `${file}.1`);
  } catch {
    // A missing file is created, and one that cannot be renamed goes on.
  }
};
