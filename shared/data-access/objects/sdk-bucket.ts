import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { hasS3Status, isNoSuchKey, storeCall } from '../errors.ts';
import { type Bucket, type GetObject, readBody, type WritableBucket } from './bucket.ts';

const getBy =
  (client: S3Client, bucket: string): GetObject =>
  async (key, { knownEtag, abortSignal }) => {
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, IfNoneMatch: knownEtag });
    try {
      const { Body, ContentLength, ETag = '' } = await client.send(command, { abortSignal });
      const bytes = async () => {
        if (!(Body instanceof Readable)) throw new TypeError('the response has no body that can be read');
        return readBody(Body, ContentLength);
      };
      return { kind: 'found', etag: ETag, bytes };
    } catch (error) {
      if (hasS3Status(error, 304)) return { kind: 'unchanged' };
      if (isNoSuchKey(error)) return { kind: 'absent' };
      throw error;
    }
  };

/** Creates a bucket with the SDK's client, for writing, or for credentials other than a function's. */
export const sdkBucket = (client: S3Client, bucket: string): Bucket => ({
  client,
  bucket,
  getObject: getBy(client, bucket),
});

/** Response headers of a stored file. */
export interface FileHeaders {
  readonly contentType: string;
  readonly contentEncoding?: string;
  readonly contentDisposition?: string;
}

/** Stores a file under a key of its own. Throws StoreUnavailable. */
export const putFile = async (
  { client, bucket }: WritableBucket,
  key: string,
  bytes: Uint8Array,
  { contentType, contentEncoding, contentDisposition }: FileHeaders,
): Promise<void> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: bytes,
    ContentType: contentType,
    ContentEncoding: contentEncoding,
    ContentDisposition: contentDisposition,
  });
  await storeCall(`storing ${key}`, () => client.send(command));
};
