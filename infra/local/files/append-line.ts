import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dropLines } from './drop-lines.ts';
import { syncDirectory } from './durable-file.ts';

const newline = '\n';

/** Whether a write that was cut off left a line without its end. */
const endsWithinLine = async (handle: FileHandle): Promise<boolean> => {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== newline;
};

const append = async (file: string, lines: readonly string[]): Promise<void> => {
  const handle = await open(file, 'a+', 0o600);
  try {
    const begun = (await endsWithinLine(handle)) ? newline : '';
    await handle.appendFile(`${begun}${lines.map((line) => `${line}${newline}`).join('')}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncDirectory(dirname(file));
};

/** Writes lines to the end of a file, and drops them, one call after the other. */
export interface LineWriter {
  /** Resolves when the lines outlast a loss of power. Rejects where the disk does not take them. */
  append(...lines: readonly string[]): Promise<void>;
  /** Drops the lines for which this holds, all at once or none, and resolves with how many there were. */
  drop(isDropped: (line: string) => boolean): Promise<number>;
  /** Resolves when none is on its way to the disk. */
  settled(): Promise<void>;
}

/** A file of its owner alone, made at its first line. */
export const lineWriter = (file: string): LineWriter => {
  let writing: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const written = writing.then(write);
    writing = written.catch(() => undefined);
    return written;
  };
  return {
    append: (...lines) => inTurn(() => append(file, lines)),
    drop: (isDropped) => inTurn(() => dropLines(file, isDropped)),
    settled: async () => {
      await writing;
    },
  };
};
