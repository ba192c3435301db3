import { addAbortSignal, pipeline } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import { Upload } from '@aws-sdk/lib-storage';
import type { WritableBucket } from '../../objects/bucket.ts';
import { toStoreFailure } from '../../store-failure.ts';
import type { StoredText } from '../reading/published-manifest.ts';
import { meteredBy, newMeter } from './measured-stream.ts';
import { type FlushBatch, textBatch } from './text-batch.ts';

/** A file of text to be stored, and the headers with which clients will get it. */
export interface TextFile {
  readonly key: string;
  readonly contentType: string;
  readonly contentDisposition?: string;
}

/** A file on its way into the bucket, compressed with gzip. Nothing has its key before the end. */
export interface TextUpload {
  /**
   * Takes the next text, or its bytes in UTF-8, which are copied, one call after the other. Where a promise comes back,
   * more may come when it resolves. That throws StoreUnavailable, or an AbortError after `abort`; the upload is over then.
   */
  write(piece: string | Uint8Array): Promise<void> | undefined;
  /** Completes the file. Throws as `write` does; without an answer of S3 nobody knows whether the file is there. */
  end(): Promise<Omit<StoredText, 'records'>>;
  /**
   * Gives the upload up and leaves no part of it, as far as S3 lets it: what cannot be removed is left to the bucket's
   * lifecycle. Never throws; a file that has come to its end stays.
   */
  abort(): Promise<void>;
}

/** The least that S3 takes for a part: one is collected, then sent, whatever the file's size. */
const partBytes = 5 * 1024 ** 2;

/** Records go through the streams many at a time. Larger batches are no faster, and take more memory. */
const batchBytes = 64 * 1024;

/** Batches of a file that wait to be compressed while the next are made, so that neither waits for the other. */
const mostWaitingBytes = 4 * batchBytes;

/**
 * The last of zlib's quick levels. Its own 6 would make files a third smaller, and a publication, of which there are
 * more than downloads, a sixth longer.
 */
const gzipLevel = 3;

/** Resolves when the stream takes more, or has come to an end. */
const drained = (stream: Gzip): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      stream.off('drain', wake).off('close', wake);
      resolve();
    };
    stream.on('drain', wake).on('close', wake);
  });

/** Opens an upload. It must be ended or aborted. */
export const openTextUpload = ({ client, bucket }: WritableBucket, file: TextFile): TextUpload => {
  const { key, contentType, contentDisposition } = file;
  const content = newMeter();
  const stored = newMeter();
  const abortion = new AbortController();

  const gzip = createGzip({ level: gzipLevel, memLevel: 9, chunkSize: batchBytes });
  addAbortSignal(abortion.signal, gzip);
  // The uploader reads the errors from the last of the streams.
  const body = pipeline(gzip, meteredBy(stored), () => {});
  const upload = new Upload({
    client,
    params: {
      Bucket: bucket,
      Key: key,
      Body: body,
      ContentType: contentType,
      ContentEncoding: 'gzip',
      ContentDisposition: contentDisposition,
    },
    partSize: partBytes,
    queueSize: 1,
  });
  // A failure of the upload ends the streams, so that no writer waits for them to take more.
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
