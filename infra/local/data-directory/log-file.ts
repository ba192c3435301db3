import { appendFile, rename, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Lines are collected, because opening the file for each line would cost more than a request under load. */
const collectMilliseconds = 20;

/**
 * Opens a log, which is kept between starts, and returns a function that appends text. Lines that cannot be written,
 * for example because the disk is full, are lost; writing resumes when there is space. A log that exceeds `maxBytes`
 * (default: about two days at one request per second) is renamed to `.1`, replacing the previous one.
 */
export const openLog = (file: string, stop: AsyncDisposableStack, maxBytes = 100_000_000) => {
  let pending: string[] = [];
  let isCutOff = false;
  let writing: Promise<void> | undefined;
  const stopping = new AbortController();
  const writePending = async () => {
    while (pending.length > 0) {
      await pause(collectMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      const text = `${isCutOff ? '\n' : ''}${pending.join('')}`;
      pending = [];
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
    pending.push(text);
    writing ??= writePending();
  };
};

const renameIfFull = async (file: string, maxBytes: number): Promise<void> => {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) await rename(file, `${file}.1`);
  } catch {
    // A missing file will be created, and a file that cannot be renamed keeps growing.
  }
};
