import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { hasS3Status, isNoSuchKey, storeCall } from '../../errors.ts';

/** One specific put of a file in the import bucket. */
export interface PutFile {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  /** ETag without quotation marks. */
  readonly etag: string;
}

/** Metadata of a file in S3. */
export interface FileFacts {
  readonly bytes: number;
  /** User-defined metadata, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Time of the put in ISO 8601, UTC, in whole seconds; of a multipart upload, its start. */
  readonly putAt: string | undefined;
}

/** The file was replaced by another, or removed. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
}

/** Size of one ranged read, in bytes: fits in memory, yet needs few requests. */
const partBytes = 8 * 1024 * 1024;
/** Maximum time to read one part: the client's own timeouts do not cover the body. */
const longestPartMilliseconds = 60_000;
/** Attempts for a body that breaks off; the client itself retries only until an answer begins. */
const attempts = 3;

const quoted = (etag: string): string => `"${etag}"`;

const isReplaced = (error: unknown): boolean => hasS3Status(error, 404, 412) || isNoSuchKey(error);

const unlessReplaced = async <T>({ key }: PutFile, operation: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await storeCall(operation, call, isReplaced);
  } catch (cause) {
    if (!isReplaced(cause)) throw cause;
    throw new FileReplaced(`${key} was replaced or removed`, { cause });
  }
};

/** Reads the metadata of a file. Throws FileReplaced or StoreUnavailable. */
export const lookAtFile = (file: PutFile): Promise<FileFacts> =>
  unlessReplaced(file, `looking at ${file.key}`, async () => {
    const { client, bucket, key, etag } = file;
    const found = await client.send(
      new HeadObjectCommand({ Bucket: bucket, Key: key, IfMatch: quoted(etag) }),
    );
    return {
      bytes: found.ContentLength ?? 0,
      metadata: found.Metadata ?? {},
      putAt: found.LastModified?.toISOString(),
    };
  });

const readPart = async (file: PutFile, first: number, last: number): Promise<Uint8Array> => {
  const { client, bucket, key, etag } = file;
  const range = `bytes=${first}-${last}`;
  const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfMatch: quoted(etag), Range: range });
  const { Body } = await client.send(command, { abortSignal: AbortSignal.timeout(longestPartMilliseconds) });
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  if (bytes.length !== last - first + 1) throw new Error(`${key}: ${bytes.length} bytes of ${range}`);
  return bytes;
};

const readPartAgain = async (file: PutFile, first: number, last: number): Promise<Uint8Array> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readPart(file, first, last);
    } catch (error) {
      if (attempt === attempts || isReplaced(error)) throw error;
    }
  }
};

/**
 * Yields the bytes of a file in parts, so that no connection stays open while they are processed. Throws FileReplaced
 * or StoreUnavailable.
 */
export const readFileParts = async function* (
  file: PutFile,
  { bytes }: Pick<FileFacts, 'bytes'>,
): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < bytes; first += partBytes) {
    const last = Math.min(first + partBytes, bytes) - 1;
    yield await unlessReplaced(file, `reading ${file.key}`, () => readPartAgain(file, first, last));
  }
};
