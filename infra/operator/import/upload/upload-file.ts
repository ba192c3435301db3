import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { decompressed, type LineOrigin } from '../../../../shared/data-access/importing/import-lines.ts';
import { identityMetadata } from '../../../../shared/data-access/importing/put-file.ts';
import type { ImportMode } from '../../../../shared/data-access/importing/record-kinds.ts';
import type { Bucket } from '../../../../shared/data-access/objects/bucket.ts';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';
import type { ImportInput, ImportSource } from '../import-input.ts';
import { importProgress } from '../import-progress.ts';

/** A local file to be uploaded. */
export interface FileToUpload extends Disposable {
  readonly path: string;
  readonly bytes: number;
  /** Returns where a line of the file is in the operator's files. */
  originOf(line: number): LineOrigin;
}

/** Maximum size that S3 accepts in one put. */
const maxPutBytes = 5 * 1024 ** 3;

/**
 * Makes one file of the files of an import. A single file is uploaded as it is. Standard input, and several files, which
 * must arrive as one because a replacement removes what its file does not name, are first compressed into a temporary
 * file, so that the upload has a known length and can be repeated. Throws OperatorError.
 */
export const fileToUpload = async (input: ImportInput, maxBytes = maxPutBytes): Promise<FileToUpload> => {
  const [source, ...others] = input.sources;
  const isUploadedAsIs =
    source !== undefined &&
    others.length === 0 &&
    input.totalBytes !== undefined &&
    input.totalBytes <= maxBytes;
  if (!isUploadedAsIs) return compressedFile(input, maxBytes);
  const { name: path } = source;
  return {
    path,
    bytes: (await stat(path)).size,
    originOf: (line) => ({ source: path, line }),
    [Symbol.dispose]: () => {},
  };
};

const compressedFile = async (
  { sources, totalBytes, bytesRead }: ImportInput,
  maxBytes: number,
): Promise<FileToUpload> => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-upload-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Also if the command is interrupted.
  process.once('exit', remove);
  const dispose = () => {
    process.off('exit', remove);
    remove();
  };
  const path = join(folder, 'import.ndjson.gz');
  const starts: LineOrigin[] = [];
  const progress = importProgress(totalBytes, process.stderr, '{lines} MB read');
  const timer = setInterval(() => progress.update(bytesRead(), megabytes(bytesRead())), progressMilliseconds);
  try {
    await pipeline(joinedLines(sources, starts), createGzip(), createWriteStream(path));
    const { size: bytes } = await stat(path);
    if (bytes > maxBytes)
      throw new OperatorError(
        `the files have ${megabytes(bytes)} MB compressed, and S3 accepts ${megabytes(maxBytes)}`,
      );
    return { path, bytes, originOf: (line) => originIn(starts, line), [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`the files cannot be compressed into ${folder}: ${errorMessage(error)}`, {
      cause: error,
    });
  } finally {
    clearInterval(timer);
    progress.stop();
  }
};

const newline = 0x0a;

/**
 * Yields the lines of all sources, plain or gzip, each ended, and notes in `starts` the source of each first line.
 * Throws OperatorError.
 */
async function* joinedLines(
  sources: readonly ImportSource[],
  starts: LineOrigin[],
): AsyncGenerator<Uint8Array> {
  let lines = 0;
  for (const { name, chunks } of sources) {
    starts.push({ source: name, line: lines + 1 });
    let isEnded = true;
    try {
      for await (const chunk of decompressed(chunks())) {
        for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1;
        if (chunk.length > 0) isEnded = chunk.at(-1) === newline;
        yield chunk;
      }
    } catch (error) {
      throw new OperatorError(`${name} cannot be read: ${errorMessage(error)}`, { cause: error });
    }
    if (isEnded) continue;
    lines += 1;
    yield Buffer.of(newline);
  }
}

const originIn = (starts: readonly LineOrigin[], line: number): LineOrigin => {
  const start = starts.findLast((each) => each.line <= line);
  return start ? { source: start.source, line: line - start.line + 1 } : { source: 'line', line };
};

/** Where a file is uploaded to, and how it is to be imported. */
interface Upload {
  readonly imports: Bucket;
  readonly key: string;
  /** Identifies the source files. */
  readonly identity: string | undefined;
  readonly mode: ImportMode;
  readonly force: boolean;
}

const maxAttempts = 4;

/** Puts a file into the import bucket, whole or not at all. Throws OperatorError. */
export const uploadFile = async (file: FileToUpload, upload: Upload): Promise<void> => {
  const progress = importProgress(file.bytes, process.stderr, '{lines} MB uploaded');
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await put(file, upload, (bytes) => progress.update(bytes, megabytes(bytes)));
      } catch (error) {
        if (attempt === maxAttempts || !isRetryable(error)) throw error;
        await delay(1_000 * attempt);
      }
    }
  } catch (error) {
    throw new OperatorError(`the upload failed: ${errorMessage(error)}`, { cause: error });
  } finally {
    progress.stop();
  }
};

const progressMilliseconds = 200;

const megabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** The client's own timeout for a response would include the time for the body, so a slow network is allowed for. */
const timeoutMilliseconds = (bytes: number): number => 60_000 + bytes / slowestBytesPerMillisecond;
const slowestBytesPerMillisecond = 100;

const put = async (
  { path, bytes }: FileToUpload,
  { imports, key, identity, mode, force }: Upload,
  onProgress: (bytesSent: number) => void,
): Promise<void> => {
  // Opened first, as a stream that cannot be opened would end the process within the SDK.
  const file = (await open(path)).createReadStream();
  const command = new PutObjectCommand({
    Bucket: imports.bucket,
    Key: key,
    Body: file,
    ContentLength: bytes,
    ContentType: 'application/x-ndjson',
    Metadata: {
      mode,
      ...(force && { force: 'true' }),
      // A repeated merge completes what the first left unfinished, and has to be recognised under its new key.
      ...(mode === 'merge' && identity !== undefined && { [identityMetadata]: identity }),
    },
  });
  // Otherwise the SDK prints a warning when an attempt with a stream fails, because it does not retry it itself.
  command.middlewareStack.add(
    (next, context) => {
      context.logger = silentLogger;
      return next;
    },
    { step: 'initialize' },
  );
  const timer = setInterval(() => onProgress(file.bytesRead), progressMilliseconds);
  try {
    await imports.client.send(command, { requestTimeout: timeoutMilliseconds(bytes) });
  } finally {
    clearInterval(timer);
    file.destroy();
  }
};

const silentLogger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Everything but a rejection by S3. The SDK corrects its clock after one for a wrong time. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof S3ServiceException && error.$fault === 'client') ||
  'clockSkewCorrected' in error.$metadata;
