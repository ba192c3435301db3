import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ImportLine } from '../../../shared/data-access/importing/import-lines.ts';
import { readImportLines } from '../../../shared/data-access/importing/import-lines.ts';
import { identityOfFiles } from '../../../shared/data-access/importing/put-file.ts';
import { errorMessage } from '../error-message.ts';
import { OperatorError, UsageError } from '../operator-error.ts';

/** One file of an import. */
export interface ImportSource {
  /** What an operator calls it. */
  readonly name: string;
  /** Its name without its folder. */
  readonly fileName: string;
  /** Its bytes as they are, plain or gzip; to be read once. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** The files of an import. */
export interface ImportInput {
  readonly sources: readonly ImportSource[];
  /** The same whenever the same files are named, in the same order; undefined where standard input is among them. */
  readonly identity: string | undefined;
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

const identityOf = (files: readonly string[]): string | undefined => {
  // What a pipe brings, nobody can tell from what it brought before.
  if (files.includes(standardInput)) return undefined;
  return identityOfFiles(files.map((file) => resolve(file)));
};

/** Looks at every file before the first is read, so that a mistyped name changes nothing. */
export const openImportInput = async (
  files: readonly string[],
  stdin: AsyncIterable<Uint8Array> = process.stdin,
): Promise<ImportInput> => {
  if (files.filter((file) => file === standardInput).length > 1)
    throw new UsageError('standard input (-) can be read once only');
  const totalBytes = sum(await Promise.all(files.map(sizeOf)));
  let bytesRead = 0;

  const chunksOf = async function* (input: AsyncIterable<Uint8Array>) {
    for await (const chunk of input) {
      bytesRead += chunk.length;
      yield chunk;
    }
  };
  const sources = files.map(
    (file): ImportSource =>
      file === standardInput
        ? { name: 'standard input', fileName: 'standard-input', chunks: () => chunksOf(stdin) }
        : { name: file, fileName: basename(file), chunks: () => chunksOf(createReadStream(file)) },
  );
  return { sources, identity: identityOf(files), totalBytes, bytesRead: () => bytesRead };
};

/** The lines of all files, one file after the other. Throws UnreadableImport. */
export const linesOf = async function* ({ sources }: ImportInput): AsyncGenerator<ImportLine> {
  for (const source of sources) yield* readImportLines(source.name, source.chunks());
};
