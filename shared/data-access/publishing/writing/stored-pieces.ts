import { Readable } from 'node:stream';
import { Upload } from '@aws-sdk/lib-storage';
import { storeCall } from '../../errors.ts';
import type { WritableBucket } from '../../objects/bucket.ts';
import type { StoredFile } from '../reading/published-manifest.ts';
import { newMeter } from './measured-stream.ts';

/**
 * Stores a file from pieces of bytes, under a key of its own, with one part in memory at a time. The key exists only
 * once the file is complete. Throws StoreUnavailable, and then removes the parts as far as S3 allows.
 */
export const storePieces = async (
  { client, bucket }: WritableBucket,
  key: string,
  pieces: Iterable<Uint8Array>,
): Promise<StoredFile> => {
  const meter = newMeter();
  const metered = function* () {
    for (const piece of pieces) {
      meter.add(piece);
      yield piece;
    }
  };
  const upload = new Upload({
    client,
    params: {
      Bucket: bucket,
      Key: key,
      Body: Readable.from(metered()),
      ContentType: 'application/octet-stream',
    },
    queueSize: 1,
  });
  await storeCall(`storing ${key}`, () => upload.done());
  return { key, ...meter.measure() };
};
