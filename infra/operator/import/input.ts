import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { access, constants, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ImportKind } from '../../../shared/data-access/importing/import-kinds.ts';
import {
  checkSize,
  decompressed,
  describeFailure,
  type LineOrigin,
} from '../../../shared/data-access/importing/import-lines.ts';
import { maxReportedBadLines } from '../../../shared/data-access/importing/import-report.ts';
import { isMissing } from '../../local/data-directory/durable-file.ts';
import { errorMessage, OperatorError, UsageError } from '../errors.ts';
import { onInterrupt, showProgress } from '../terminal/output.ts';
import { formatSize } from '../terminal/text.ts';
import { csvToNdjson, formatOf, type ImportFormat } from './csv.ts';

interface ImportSource {
  readonly name: string;
  /** Size of a regular NDJSON file in bytes. Undefined for a pipe and for CSV. */
  readonly bytes: number | undefined;
  /** Reasons why lines are invalid, by line number. Only those that the importer cannot know. */
  readonly reasons: ReadonlyMap<number, string>;
  /** Returns the lines as NDJSON, plain or gzip. Can be called only once. */
  read(): AsyncIterable<Uint8Array>;
}

export const standardInput = '-';

const maxReasons = maxReportedBadLines;

/** Opens files, checking all before any is read. The default format is by name. Throws UsageError and OperatorError. */
export const openSources = async (
  files: readonly string[],
  kind: ImportKind,
  format?: ImportFormat,
): Promise<readonly ImportSource[]> => {
  if (files.filter((file) => file === standardInput).length > 1)
    throw new UsageError('standard input (-) can be read only once');
  return Promise.all(
    files.map(async (file): Promise<ImportSource> => {
      const isInput = file === standardInput;
      const name = isInput ? 'standard input' : file;
      const bytes = isInput ? undefined : await sizeOf(file);
      const read = () => (isInput ? process.stdin : createReadStream(file));
      const reasons = new Map<number, string>();
      if ((format ?? formatOf(file)) === 'ndjson') return { name, bytes, reasons, read };
      const onBadCell = (line: number, reason: string) => {
        if (reasons.size < maxReasons) reasons.set(line, reason);
      };
      return { name, bytes: undefined, reasons, read: () => csvToNdjson(kind, read(), onBadCell) };
    }),
  );
};

const sizeOf = async (file: string): Promise<number | undefined> => {
  const fail = (cause: unknown) => {
    if (isMissing(cause)) throw new OperatorError(`${file} does not exist`, { code: 'not_found', cause });
    throw new OperatorError(`${file} cannot be read: ${errorMessage(cause)}`, { cause });
  };
  const found = await access(file, constants.R_OK)
    .then(() => stat(file))
    .catch(fail);
  if (found.isDirectory()) throw new OperatorError(`${file} is a folder, not a file`);
  return found.isFile() ? found.size : undefined;
};

/** Origin of a line. If only the conversion from CSV knows why the line is invalid, includes the reason. */
export interface InputOrigin extends LineOrigin {
  readonly reason?: string | undefined;
}

/** The file to upload, which contains all lines of an import. */
export interface UploadFile {
  readonly path: string;
  readonly bytes: number;
  /** Returns the input file and line from which a line of the upload comes. */
  originOf(line: number): InputOrigin;
  /** Removes the file if it is temporary. */
  remove(): void;
}

/** Maximum size that S3 accepts in one PutObject. */
const maxObjectBytes = 5 * 1024 ** 3;

/**
 * Prepares the file to upload: a single regular file as it is. Otherwise compresses the lines of all files into one
 * temporary file, because a replacement removes all records that are not in its file and S3 needs the length in
 * advance. Throws OperatorError if a file cannot be read, or if the lines exceed the limits of an import or `maxBytes`.
 */
export const prepareUpload = async (
  sources: readonly ImportSource[],
  maxBytes = maxObjectBytes,
): Promise<UploadFile> => {
  const [only, ...others] = sources;
  if (others.length === 0 && only?.bytes !== undefined && only.bytes <= maxBytes) {
    const { name, bytes } = only;
    return { path: name, bytes, originOf: (line) => ({ source: name, line }), remove: () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'waypost-import-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  const interruption = onInterrupt('nothing was uploaded', clean);
  const remove = () => {
    interruption[Symbol.dispose]();
    clean();
  };
  try {
    const path = join(folder, 'lines.gz');
    const originOf = await writeCompressed(sources, path);
    const { size: bytes } = await stat(path);
    if (bytes > maxBytes)
      throw new OperatorError(
        `the compressed lines are ${formatSize(bytes)}, but S3 accepts only ${formatSize(maxBytes)} in one file`,
        { remedy: 'Import the files in several parts with --merge' },
      );
    return { path, bytes, originOf, remove };
  } catch (error) {
    remove();
    throw error;
  }
};

/** Writes the lines of all files. Returns a function that finds the origin of a line. */
const writeCompressed = async (sources: readonly ImportSource[], path: string) => {
  const starts: { readonly source: ImportSource; readonly after: number }[] = [];
  const progress = showProgress(undefined, '{count} MB read');
  const lines = async function* () {
    let after = 0;
    let bytes = 0;
    for (const source of sources) {
      const { name, read } = source;
      starts.push({ source, after });
      let lastByte: number | undefined = newline;
      try {
        for await (const chunk of decompressed(read())) {
          after += countNewlines(chunk);
          lastByte = chunk.at(-1) ?? lastByte;
          bytes += chunk.length;
          checkSize({ bytes, lines: after });
          progress.update(bytes, Math.round(bytes / 1e6));
          yield chunk;
        }
        if (lastByte !== newline) {
          after += 1;
          checkSize({ bytes, lines: after });
          yield Buffer.of(newline);
        }
      } catch (cause) {
        throw new OperatorError(`${name} cannot be read: ${describeFailure(cause)}`, { cause });
      }
    }
  };
  try {
    await pipeline(lines, createGzip(), createWriteStream(path, { mode: 0o600 }));
  } finally {
    progress.stop();
  }
  return (line: number): InputOrigin => {
    const start = starts.findLast(({ after }) => after < line);
    if (!start) return { source: 'line', line };
    const { source, after } = start;
    return { source: source.name, line: line - after, reason: source.reasons.get(line - after) };
  };
};

const newline = 0x0a;

const countNewlines = (chunk: Uint8Array): number => {
  let count = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
};
