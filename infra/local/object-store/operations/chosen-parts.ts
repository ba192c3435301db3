import * as z from 'zod';
import { checksumAlgorithm } from '../payload/checksum.ts';
import { namesEntityTag } from '../request/entity-tags.ts';
import { integerParameter } from '../request/query-of.ts';
import { S3Error } from '../s3-error.ts';
import type { OpenUpload } from '../storage/bucket-uploads.ts';
import { mostParts, type UploadedPart } from '../storage/multipart-upload.ts';
import { parseXml } from '../xml-document.ts';
import { fewestBytesOfPart } from './limits.ts';

const part = z.strictObject({
  PartNumber: integerParameter(1, mostParts),
  ETag: z.string(),
  ChecksumCRC32: z.string().optional(),
  ChecksumSHA1: z.string().optional(),
  ChecksumSHA256: z.string().optional(),
  '#text': z.string().optional(),
});
type ChosenPart = z.infer<typeof part>;

const document = z.object({
  CompleteMultipartUpload: z.object({ Part: z.array(part).min(1).max(mostParts) }),
});

const isSame = (chosen: ChosenPart, uploaded: UploadedPart): boolean =>
  namesEntityTag(chosen.ETag, uploaded.md5) &&
  checksumAlgorithm.options.every((algorithm) => {
    const value = chosen[`Checksum${algorithm}`];
    return (
      value === undefined || (algorithm === uploaded.checksum?.algorithm && value === uploaded.checksum.value)
    );
  });

/**
 * The parts that the body of CompleteMultipartUpload puts together, in their order.
 * Throws MalformedXML, InvalidPartOrder, InvalidPart, EntityTooSmall.
 */
export const chosenParts = (text: string, { parts }: OpenUpload): UploadedPart[] => {
  const chosen = parseXml(text, document, ['Part']).CompleteMultipartUpload.Part;
  const isOrdered = chosen.every(
    ({ PartNumber }, index) => PartNumber > (chosen[index - 1]?.PartNumber ?? 0),
  );
  if (!isOrdered) throw new S3Error('InvalidPartOrder');
  const found = chosen.map((one) => {
    const uploaded = parts.get(one.PartNumber);
    if (uploaded === undefined || !isSame(one, uploaded)) throw new S3Error('InvalidPart');
    return uploaded;
  });
  if (found.slice(0, -1).some(({ size }) => size < fewestBytesOfPart)) throw new S3Error('EntityTooSmall');
  return found;
};
