import { lineWriter } from '../files/append-line.ts';
import { dataFilesIn } from '../files/data-files.ts';
import { readIfThere } from '../files/read-if-there.ts';
import { type DeadLetter, deadLetter } from './dead-letter.ts';

/** Keeps what was given up. */
export interface DeadLetters {
  /** Resolves when the letter outlasts a loss of power. */
  keep(letter: DeadLetter): Promise<void>;
  /** Resolves when none is on its way to the disk. */
  settled(): Promise<void>;
}

/** Keeps dead letters in a file of NDJSON, one after the other. */
export const deadLettersIn = (file: string): DeadLetters => {
  const { append, settled } = lineWriter(file);
  return { keep: (letter) => append(JSON.stringify(letter)), settled };
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
  return text === undefined ? [] : text.split('\n').flatMap(parsedLine);
};
