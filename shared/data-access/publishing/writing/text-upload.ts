import { addAbortSignal, pipeline, type Readable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { Upload } from '@aws-sdk/lib-storage';
import { toStoreFailure } from '../../errors.ts';
import type { WritableBucket } from '../../objects/bucket.ts';
import type { StoredText } from '../reading/published-manifest.ts';
import { meteredBy, newMeter } from './measured-stream.ts';
import { type FlushBatch, textBatch } from './text-batch.ts';

/** Text file to be stored, with its response headers. */
export interface TextFile {
  readonly key: string;
  readonly contentType: string;
  readonly contentDisposition?: string;
}

/** Upload of a text file, compressed with gzip. Its key exists only once it is complete. */
export interface TextUpload {
  /**
   * Writes the next text, or its bytes in UTF-8, which are copied. Await a returned promise before the next call. It
   * rejects with StoreUnavailable, or with an AbortError after `abort`; the upload is over then.
   */
  write(piece: string | Uint8Array): Promise<void> | undefined;
  /** Completes the file. Throws as `write` does; if S3 does not answer, the file may or may not exist. */
  end(): Promise<Omit<StoredText, 'records'>>;
  /**
   * Aborts the upload and removes its parts as far as S3 allows; the rest is left to the bucket's lifecycle. Never
   * throws; a completed file stays.
   */
  abort(): Promise<void>;
}

/** Size of a part in bytes, S3's minimum; one part is collected at a time. */
const partBytes = 5 * 1024 ** 2;

/** Size of a batch of records passed through the streams; larger ones only take more memory. */
const batchBytes = 64 * 1024;

/** Maximum bytes waiting for compression, so that making and compressing records overlap. */
const mostWaitingBytes = 4 * batchBytes;

/**
 * Compression level, the last of zlib's fast ones. The default of 6 would make files smaller but publications, which
 * outnumber downloads, longer.
 */
const gzipLevel = 3;

/** Resolves when the stream accepts more, or has ended. */
const drained = (stream: Gzip): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      stream.off('drain', wake).off('close', wake);
      resolve();
    };
    stream.on('drain', wake).on('close', wake);
  });

/** Creates the upload of a compressed body. */
const uploadOf = ({ client, bucket }: WritableBucket, file: TextFile, body: Readable): Upload =>
  new Upload({
    client,
    params: {
      Bucket: bucket,
      Key: file.key,
      Body: body,
      ContentType: file.contentType,
      ContentEncoding: 'gzip',
      ContentDisposition: file.contentDisposition,
    },
    partSize: partBytes,
    queueSize: 1,
  });

/** Opens an upload, which must be ended or aborted. */
export const openTextUpload = (bucket: WritableBucket, file: TextFile): TextUpload => {
  const { key } = file;
  const content = newMeter();
  const stored = newMeter();
  const abortion = new AbortController();

  const gzip = createGzip({ level: gzipLevel, memLevel: 9, chunkSize: batchBytes });
  addAbortSignal(abortion.signal, gzip);
  // The uploader receives errors from the last stream.
  const body = pipeline(gzip, meteredBy(stored), () => {});
  const upload = uploadOf(bucket, file, body);
  // A failed upload destroys the streams, so that no writer waits for them.
  const failure = upload.done().then(
    () => undefined,
    (error: unknown) => {
      gzip.destroy();
      return {
        error: abortion.signal.aborted ? abortion.signal.reason : toStoreFailure(`storing ${key}`, error),
      };
    },
  );
  const throwFailure = async () => {
    const failed = await failure;
    if (failed) throw failed.error;
  };

  const compress: FlushBatch = (batch, release) => {
    content.add(batch);
    if (gzip.destroyed) return throwFailure();
    const isFull = !gzip.write(batch, release) && gzip.writableLength >= mostWaitingBytes;
    return isFull ? drained(gzip).then(() => (gzip.destroyed ? throwFailure() : undefined)) : undefined;
  };
  const batch = textBatch(batchBytes, compress);

  return {
    write: batch.add,
    async end() {
      await batch.end();
      gzip.end();
      await throwFailure();
      const { bytes, sha256 } = content.measure();
      return { key, ...stored.measure(), contentBytes: bytes, contentSha256: sha256 };
    },
    async abort() {
      abortion.abort();
      await failure;
    },
  };
};
