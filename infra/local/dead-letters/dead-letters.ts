import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataFilesIn } from '../files/data-files.ts';
import { syncDirectory } from '../files/durable-file.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { type DeadLetter, deadLetter } from './dead-letter.ts';

/** Keeps what was given up. */
export interface DeadLetters {
  /** Resolves when the letter outlasts a loss of power. */
  keep(letter: DeadLetter): Promise<void>;
  /** Resolves when none is on its way to the disk. */
  settled(): Promise<void>;
}

const newline = '\n';

/** Whether a write that was cut off left a line without its end. */
const endsWithinLine = async (handle: FileHandle): Promise<boolean> => {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() !== newline;
};

const append = async (file: string, line: string): Promise<void> => {
  const handle = await open(file, 'a+', 0o600);
  try {
    await handle.appendFile(`${(await endsWithinLine(handle)) ? newline : ''}${line}${newline}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncDirectory(dirname(file));
};

/** Keeps dead letters in a file of NDJSON, one after the other. */
export const deadLettersIn = (file: string): DeadLetters => {
  let writing: Promise<void> = Promise.resolve();
  return {
    keep: (letter) => {
      const write = writing.then(() => append(file, JSON.stringify(letter)));
      writing = write.catch(() => undefined);
      return write;
    },
    settled: () => writing,
  };
};

const parsedLine = (line: string): readonly DeadLetter[] => {
  try {
    return [deadLetter.parse(JSON.parse(line))];
  } catch {
    // The rest of a write that was cut off.
    return [];
  }
};

/** The dead letters of a data directory, oldest first. Throws UnreadableFile. */
export const readDeadLetters = async (dataDirectory: string): Promise<readonly DeadLetter[]> => {
  const text = await readIfThere(dataFilesIn(dataDirectory).deadLettersFile);
  return text === undefined ? [] : text.split(newline).flatMap(parsedLine);
};
