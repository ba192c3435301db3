import * as z from 'zod';
import { checksumAlgorithm } from '../payload/checksum.ts';
import { headersToStore } from '../request/object-headers.ts';
import { queryOf } from '../request/query-of.ts';
import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';
import type { MultipartUpload } from '../storage/multipart-upload.ts';
import { tagsInHeader } from '../tagging/tags-in-header.ts';
import { xmlDocument } from '../xml-document.ts';
import { type Operation, xmlAnswer } from './operation.ts';

const checksumType = z.enum(['FULL_OBJECT', 'COMPOSITE']).default('COMPOSITE');

/** The checksum that the client wants of the finished object. Throws NotImplemented, InvalidRequest. */
const wantedChecksum = ({ headers }: S3Request): Pick<MultipartUpload, 'checksum'> => {
  if (headers['x-amz-checksum-algorithm'] === undefined) return {};
  const algorithm = checksumAlgorithm.safeParse(headers['x-amz-checksum-algorithm']);
  if (!algorithm.success) throw new S3Error('NotImplemented', 'This checksum algorithm is not implemented.');
  const type = checksumType.safeParse(headers['x-amz-checksum-type']);
  // A checksum of the whole cannot be told from those of the parts but by a cyclic one.
  if (!type.success || (type.data === 'FULL_OBJECT' && algorithm.data !== 'CRC32')) {
    throw new S3Error('InvalidRequest', 'The checksum type cannot be used with this checksum algorithm.');
  }
  return { checksum: { algorithm: algorithm.data, type: type.data } };
};

/** CreateMultipartUpload */
export const createMultipartUpload: Operation = async (request, { name, uploads }) => {
  queryOf(request, { uploads: z.literal('') });
  const { checksum } = wantedChecksum(request);
  const upload = await uploads.create({
    key: request.key,
    initiated: request.receivedAt.toISOString(),
    headers: headersToStore(request),
    ...tagsInHeader(request),
    ...(checksum === undefined ? {} : { checksum }),
  });
  return xmlAnswer(
    xmlDocument('InitiateMultipartUploadResult', {
      Bucket: name,
      Key: request.key,
      UploadId: upload.uploadId,
    }),
    checksum === undefined
      ? {}
      : { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type },
  );
};
