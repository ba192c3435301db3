import { rmSync } from 'node:fs';
import { lstat, realpath, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  isMissing,
  removeIfThere,
  syncDirectory,
  unfinishedSuffix,
  writeNewFile,
} from '../../local/data-directory/durable-file.ts';
import { OperatorError } from '../operator-error.ts';

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece);
}

const isOfFiles = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/**
 * The file that a former one is replaced at: where a link leads, as the link itself is to stay. Throws OperatorError for
 * a device, a pipe or a directory, which a file must not be put in the place of.
 */
const placeOf = async (file: string): Promise<string> => {
  const there = await lstat(file).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  if (!there) return file;
  if ((await stat(file)).isFile()) return realpath(file);
  throw new OperatorError(`${file} is no file; leave --output out to write to standard output`);
};

/** Writes the pieces to a new file, and puts it in the place of the former one; half of it is removed, also at Ctrl-C. */
const replaceWith = async (place: string, pieces: AsyncIterable<string>): Promise<void> => {
  const unfinished = `${place}${unfinishedSuffix}`;
  const interrupted = () => {
    rmSync(unfinished, { force: true });
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  try {
    await removeIfThere(unfinished);
    await writeNewFile(unfinished, bytesOf(pieces));
    await rename(unfinished, place);
    await syncDirectory(path.dirname(place));
  } catch (error) {
    await removeIfThere(unfinished).catch(() => {});
    throw error;
  } finally {
    process.off('SIGINT', interrupted);
  }
};

/**
 * Writes text to a file that its owner alone can read, in the place of a former one, whole or not at all. Throws
 * OperatorError where the file cannot be written, and what the pieces throw.
 */
export const writePrivateFile = async (file: string, pieces: AsyncIterable<string>): Promise<void> => {
  try {
    await replaceWith(await placeOf(file), pieces);
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    throw new OperatorError(`${file} cannot be written (${error.code}); --output names another file`, {
      cause: error,
    });
  }
};
