import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openToRead } from '../../files/durable-file.ts';
import { type Checksum, runningDigest } from '../payload/checksum.ts';
import type { OpenUpload } from '../storage/bucket-uploads.ts';
import type { UploadedPart } from '../storage/multipart-upload.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** An object as it comes out of its parts. */
export interface Assembly {
  readonly contents: AsyncIterable<Uint8Array>;
  /** To be called after the contents have ended. */
  described(): Pick<StoredObject, 'size' | 'entityTag' | 'checksum'>;
}

/** Digest of the parts' digests, as S3 tells an object of several parts from one that was put whole. */
const entityTagOf = (parts: readonly UploadedPart[]): string => {
  const digest = createHash('md5');
  for (const { md5 } of parts) digest.update(Buffer.from(md5, 'hex'));
  return `"${digest.digest('hex')}-${parts.length}"`;
};

const compositeChecksum = (
  parts: readonly UploadedPart[],
  { algorithm }: Pick<Checksum, 'algorithm'>,
): Checksum => {
  const digest = runningDigest(algorithm);
  for (const { checksum } of parts) digest.update(Buffer.from(checksum?.value ?? '', 'base64'));
  return { algorithm, value: `${digest.digest().toString('base64')}-${parts.length}`, type: 'COMPOSITE' };
};

/** Puts parts of an upload together, one after the other, a piece in memory at a time. */
export const assemblyOf = ({ upload, directory }: OpenUpload, parts: readonly UploadedPart[]): Assembly => {
  const whole =
    upload.checksum?.type === 'FULL_OBJECT' ? runningDigest(upload.checksum.algorithm) : undefined;

  async function* contents() {
    for (const { dataFile } of parts) {
      const file = await openToRead(join(directory, dataFile));
      for await (const piece of file.createReadStream()) {
        whole?.update(piece);
        yield piece;
      }
    }
  }

  const checksum = (): Pick<StoredObject, 'checksum'> => {
    if (upload.checksum === undefined) return {};
    const { algorithm } = upload.checksum;
    if (whole === undefined) return { checksum: compositeChecksum(parts, upload.checksum) };
    return { checksum: { algorithm, value: whole.digest().toString('base64'), type: 'FULL_OBJECT' } };
  };

  return {
    contents: contents(),
    described: () => ({
      size: parts.reduce((total, { size }) => total + size, 0),
      entityTag: entityTagOf(parts),
      ...checksum(),
    }),
  };
};
