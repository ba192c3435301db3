import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { answeredWith, saysNoSuchKey } from '../../s3-answers.ts';
import { storeCall } from '../../store-failure.ts';

/** A file in the import bucket, as it was put there and no other that took its place. */
export interface PutFile {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  /** Without quotes. */
  readonly etag: string;
}

/** What S3 knows of a file without its content. */
export interface FileFacts {
  readonly bytes: number;
  /** What its putter said of it, names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
  /** ISO 8601, UTC, in whole seconds: of an upload in parts, when that began. */
  readonly putAt: string | undefined;
}

/** Another file took this one's place, or it was removed. */
export class FileReplaced extends Error {
  override readonly name = 'FileReplaced';
}

/** Small enough to hold, and large enough that few requests are made. */
const partBytes = 8 * 1024 * 1024;
/** The client's own limits end with the headers of an answer: a body that stalls must end as well. */
const longestPartMilliseconds = 60_000;
/** What the client does by itself for an answer that does not begin, for one that breaks off. */
const attempts = 3;

const quoted = (etag: string): string => `"${etag}"`;

const isReplaced = (error: unknown): boolean => answeredWith(error, 404, 412) || saysNoSuchKey(error);

const unlessReplaced = async <T>({ key }: PutFile, operation: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await storeCall(operation, call, isReplaced);
  } catch (cause) {
    if (!isReplaced(cause)) throw cause;
    throw new FileReplaced(`${key} was replaced or removed`, { cause });
  }
};

/** Looks at a file. Throws FileReplaced or StoreUnavailable. */
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
 * The bytes of a file, part by part: no connection waits for what is done with them, however long that takes. Throws
 * FileReplaced or StoreUnavailable.
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
