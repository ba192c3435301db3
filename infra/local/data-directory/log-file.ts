import { appendFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Size in bytes above which a log is full: some two days of one request a second. */
const defaultMaxBytes = 100_000_000;

/** Text is collected for this long: under load, opening the file for each line would cost more than the request. */
const collectMilliseconds = 20;

/**
 * Opens a log, to which every start appends, and returns a function that appends text. If the log cannot be written, as
 * on a full disk, its lines are lost and the services go on; later lines are written once there is room. A full log is
 * renamed to `.1`, replacing the previous one.
 */
export const openLog = (file: string, stop: AsyncDisposableStack, maxBytes = defaultMaxBytes) => {
  let waiting: string[] = [];
  let isCutOff = false;
  let writing: Promise<void> | undefined;
  const stopping = new AbortController();
  const writeWaiting = async () => {
    while (waiting.length > 0) {
      await pause(collectMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      const text = `${isCutOff ? '\n' : ''}${waiting.join('')}`;
      waiting = [];
      await renameIfFull(file, maxBytes);
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

const renameIfFull = async (file: string, maxBytes: number): Promise<void> => {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) await rename(file, `${file}.1`);
  } catch {
    // A missing file is created, and one that cannot be renamed is written on.
  }
};
