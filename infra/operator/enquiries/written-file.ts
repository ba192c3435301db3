import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import {
  removeIfThere,
  syncDirectory,
  unfinishedSuffix,
  writeNewFile,
} from '../../local/files/durable-file.ts';
import { OperatorError } from '../operator-error.ts';

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/**
 * Writes text to a file that its owner alone can read, in the place of a former one, whole or not at all: half of it is
 * removed, also at Ctrl-C. Throws OperatorError where the file cannot be written, and what the pieces throw.
 */
export const writePrivateFile = async (file: string, pieces: AsyncIterable<string>): Promise<void> => {
  const unfinished = `${file}${unfinishedSuffix}`;
  const interrupted = () => {
    rmSync(unfinished, { force: true });
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  try {
    await removeIfThere(unfinished);
    await writeNewFile(unfinished, bytesOf(pieces));
    await rename(unfinished, file);
    await syncDirectory(path.dirname(file));
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    await removeIfThere(unfinished).catch(() => {});
    throw new OperatorError(`${file} cannot be written (${error.code}); --output names another file`, {
      cause: error,
    });
  } finally {
    process.off('SIGINT', interrupted);
  }
};
