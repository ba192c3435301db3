import { createHash } from 'node:crypto';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { hasS3Status, toStoreFailure } from '../errors.ts';
import type { WritableBucket } from '../objects/bucket.ts';
import { importKinds } from './import-kinds.ts';
import { isReportKey, reportKeyOf } from './import-report.ts';

/** One specific upload of a file in the import bucket. */
export interface PutFile extends WritableBucket {
  readonly key: string;
  /** ETag without quotation marks. */
  readonly etag: string;
}

export type FileMetadata = Awaited<ReturnType<typeof headFile>>;

/** The file was replaced or removed. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
}

/** Size of one ranged read in bytes. It is small enough for memory, and large enough that few reads are needed. */
const partBytes = 8 * 1024 * 1024;
/** Maximum time to read one part. The client's own timeouts do not cover the body. */
const partTimeoutMilliseconds = 60_000;
/** Maximum attempts if a body is interrupted. The client itself retries only until a response starts. */
const maxAttempts = 3;

/** Reads the metadata of a file. Throws FileReplaced or StoreUnavailable. */
export const headFile = ({ client, bucket, key, etag }: PutFile) =>
  unlessReplaced(key, `reading the metadata of ${key}`, async () => {
    const command = new HeadObjectCommand({ Bucket: bucket, Key: key, IfMatch: `"${etag}"` });
    const found = await client.send(command);
    /** User-defined metadata, with names in lower case. */
    const metadata: Readonly<Record<string, string>> = found.Metadata ?? {};
    return {
      bytes: found.ContentLength ?? 0,
      metadata,
      /** Time of the upload in ISO 8601, UTC, in whole seconds. For a multipart upload, the time when it started. */
      putAt: (found.LastModified ?? new Date(0)).toISOString(),
    };
  });

/** Yields a file in parts, so that no connection stays open meanwhile. Throws FileReplaced or StoreUnavailable. */
export const readFileParts = async function* (
  file: PutFile,
  { bytes }: Pick<FileMetadata, 'bytes'>,
): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < bytes; first += partBytes) {
    const last = Math.min(first + partBytes, bytes) - 1;
    yield await unlessReplaced(file.key, `reading ${file.key}`, () => readPart(file, first, last));
  }
};

const readPart = async (file: PutFile, first: number, last: number): Promise<Uint8Array> => {
  const { client, bucket, key, etag } = file;
  const range = `bytes=${first}-${last}`;
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: `"${etag}"`, Range: range });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const abortSignal = AbortSignal.timeout(partTimeoutMilliseconds);
      const { Body } = await client.send(command, { abortSignal });
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      if (bytes.length !== last - first + 1) throw new Error(`${key}: ${bytes.length} bytes of ${range}`);
      return bytes;
    } catch (error) {
      if (attempt === maxAttempts || isReplaced(error)) throw error;
    }
  }
};

const isReplaced = (error: unknown): boolean => hasS3Status(error, 404, 412);

const unlessReplaced = async <T>(key: string, operation: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (cause) {
    if (isReplaced(cause)) throw new FileReplaced(`${key} was replaced or removed`, { cause });
    throw toStoreFailure(operation, cause);
  }
};

/** Maximum length of an S3 key, in bytes. */
const maxKeyBytes = 1_024;

/** Whether an object represents a folder, as created by consoles. */
export const isFolderKey = (key: string): boolean => key.endsWith('/');

/** Returns the kind of import in a key such as `locations/spring.ndjson`, or why its file is not imported. */
export const readFileKey = (key: string) => {
  if (isReportKey(key))
    return { whyNot: 'its name ends in .report.json, which is reserved for import reports' };
  const kind = isFolderKey(key) ? undefined : importKinds.find((each) => key.startsWith(`${each}/`));
  if (kind === undefined)
    return {
      whyNot: `its key must be a file name after one of the prefixes ${importKinds.map((each) => `${each}/`).join(', ')}`,
    };
  if (Buffer.byteLength(reportKeyOf(key)) > maxKeyBytes)
    return { whyNot: `its key is too long: the key of its report would have more than ${maxKeyBytes} bytes` };
  return { kind };
};

/** Name of the metadata that identifies the source files of an upload, because each upload has a new key. */
export const identityMetadata = 'waypost-files';

/** Returns the identity of files: a digest of their full paths, because local paths must not be disclosed. */
export const identityOfFiles = (paths: readonly string[]): string =>
  `files ${createHash('sha256').update(JSON.stringify(paths)).digest('base64url')}`;
