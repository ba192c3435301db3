import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import type { ImportLine } from '../../../shared/data-access/import/import-line.ts';
import { readImportLines } from '../../../shared/data-access/import/read-import-lines.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError, UsageError } from '../operator-error.ts';

/** The files of an import, read one after the other. */
export interface ImportInput {
  readonly lines: AsyncIterable<ImportLine>;
  /** Size of all files together; undefined where a pipe is among them. */
  readonly totalBytes: number | undefined;
  bytesRead(): number;
}

const standardInput = '-';

/** Size of a file, undefined of a pipe. Throws OperatorError where it cannot be read. */
const sizeOf = async (file: string): Promise<number | undefined> => {
  if (file === standardInput) return undefined;
  try {
    await access(file, constants.R_OK);
    const found = await stat(file);
    if (!found.isDirectory()) return found.isFile() ? found.size : undefined;
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${errorMessage(error)}`);
  }
  throw new OperatorError(`${file} is a folder, not a file`);
};

const sum = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.reduce((total, size) => (total === undefined || size === undefined ? undefined : total + size), 0);

/** Looks at every file before the first is read, so that a mistyped name changes nothing. */
export const openImportInput = async (
  files: readonly string[],
  stdin: AsyncIterable<Uint8Array> = process.stdin,
): Promise<ImportInput> => {
  if (files.filter((file) => file === standardInput).length > 1)
    throw new UsageError('standard input (-) can be read once only');
  const totalBytes = sum(await Promise.all(files.map(sizeOf)));
  let bytesRead = 0;

  const chunksOf = async function* (file: string) {
    const input: AsyncIterable<Uint8Array> = file === standardInput ? stdin : createReadStream(file);
    for await (const chunk of input) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  const lines = async function* () {
    for (const file of files)
      yield* readImportLines(file === standardInput ? 'standard input' : file, chunksOf(file));
  };
  return { lines: lines(), totalBytes, bytesRead: () => bytesRead };
};
