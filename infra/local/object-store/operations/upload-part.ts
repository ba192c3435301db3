import * as z from 'zod';
import { checksumHeader } from '../payload/checksum.ts';
import { payloadOf } from '../payload/payload.ts';
import { integerParameter, queryOf } from '../request/query-of.ts';
import { S3Error } from '../s3-error.ts';
import { mostParts } from '../storage/multipart-upload.ts';
import { mostBytesOfUpload } from './limits.ts';
import type { Operation } from './operation.ts';

/** UploadPart */
export const uploadPart: Operation = async (request, { uploads }) => {
  const query = queryOf(request, { uploadId: z.string(), partNumber: integerParameter(1, mostParts) });
  const open = uploads.find(query.uploadId, request.key);
  const payload = payloadOf(request, mostBytesOfUpload);
  const part = await uploads.putPart(open, payload.contents, () => {
    const { bytes, md5, checksum } = payload.received();
    const wanted = open.upload.checksum?.algorithm;
    if (wanted !== undefined && wanted !== checksum?.algorithm) {
      throw new S3Error('InvalidRequest', `The upload was created for parts with a ${wanted} checksum.`);
    }
    return {
      partNumber: query.partNumber,
      size: bytes,
      md5,
      lastModified: request.receivedAt.toISOString(),
      ...(checksum === undefined ? {} : { checksum }),
    };
  });
  const { checksum } = part;
  return {
    status: 200,
    headers: {
      etag: `"${part.md5}"`,
      ...(checksum === undefined ? {} : { [checksumHeader(checksum.algorithm)]: checksum.value }),
    },
  };
};
