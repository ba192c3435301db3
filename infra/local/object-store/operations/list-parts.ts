import * as z from 'zod';
import { integerParameter, queryOf } from '../request/query-of.ts';
import { mostParts, type UploadedPart } from '../storage/multipart-upload.ts';
import { xmlDocument } from '../xml-document.ts';
import { mostKeys } from './limits.ts';
import { type Operation, xmlAnswer } from './operation.ts';

const parameters = {
  uploadId: z.string(),
  'max-parts': integerParameter(0, 2 ** 31 - 1).default(mostKeys),
  'part-number-marker': integerParameter(0, mostParts).default(0),
};

const partElement = ({ partNumber, lastModified, md5, size, checksum }: UploadedPart) => ({
  PartNumber: partNumber,
  LastModified: lastModified,
  ETag: `"${md5}"`,
  Size: size,
  ...(checksum === undefined ? {} : { [`Checksum${checksum.algorithm}`]: checksum.value }),
});

/** ListParts */
export const listParts: Operation = async (request, { name, uploads }) => {
  const query = queryOf(request, parameters);
  const { upload, parts } = uploads.find(query.uploadId, request.key);
  const marker = query['part-number-marker'];
  const maxParts = Math.min(query['max-parts'], mostKeys);
  const after = [...parts.values()]
    .filter(({ partNumber }) => partNumber > marker)
    .sort((one, other) => one.partNumber - other.partNumber);
  const page = after.slice(0, maxParts);
  return xmlAnswer(
    xmlDocument('ListPartsResult', {
      Bucket: name,
      Key: request.key,
      UploadId: upload.uploadId,
      PartNumberMarker: marker,
      NextPartNumberMarker: page.at(-1)?.partNumber ?? 0,
      MaxParts: maxParts,
      IsTruncated: maxParts > 0 && after.length > maxParts,
      ...(upload.checksum === undefined
        ? {}
        : { ChecksumAlgorithm: upload.checksum.algorithm, ChecksumType: upload.checksum.type }),
      Part: page.map(partElement),
    }),
  );
};
