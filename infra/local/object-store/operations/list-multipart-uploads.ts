import * as z from 'zod';
import { integerParameter, queryOf } from '../request/query-of.ts';
import type { MultipartUpload } from '../storage/multipart-upload.ts';
import { xmlDocument } from '../xml-document.ts';
import { mostKeys } from './limits.ts';
import { type Operation, xmlAnswer } from './operation.ts';

const parameters = {
  uploads: z.literal(''),
  prefix: z.string().default(''),
  'max-uploads': integerParameter(1, mostKeys).default(mostKeys),
  'key-marker': z.string().default(''),
  'upload-id-marker': z.string().default(''),
};

const uploadElement = ({ key, uploadId, initiated, checksum }: MultipartUpload) => ({
  Key: key,
  UploadId: uploadId,
  Initiated: initiated,
  StorageClass: 'STANDARD',
  ...(checksum === undefined ? {} : { ChecksumAlgorithm: checksum.algorithm, ChecksumType: checksum.type }),
});

/** ListMultipartUploads: those neither completed nor aborted, a key's in the order in which they were begun. */
export const listMultipartUploads: Operation = async (request, { name, uploads }) => {
  const query = queryOf(request, parameters);
  const all = uploads.inOrder().map(({ upload }) => upload);
  const marked = all.findIndex(({ uploadId }) => uploadId === query['upload-id-marker']);
  const after = all.filter(
    ({ key }, index) =>
      key.startsWith(query.prefix) &&
      (marked === -1
        ? Buffer.compare(Buffer.from(key), Buffer.from(query['key-marker'])) > 0
        : index > marked),
  );
  const page = after.slice(0, query['max-uploads']);
  const last = page.at(-1);
  const isTruncated = after.length > page.length;
  return xmlAnswer(
    xmlDocument('ListMultipartUploadsResult', {
      Bucket: name,
      Prefix: query.prefix,
      KeyMarker: query['key-marker'],
      UploadIdMarker: query['upload-id-marker'],
      ...(isTruncated && last !== undefined
        ? { NextKeyMarker: last.key, NextUploadIdMarker: last.uploadId }
        : {}),
      MaxUploads: query['max-uploads'],
      IsTruncated: isTruncated,
      Upload: page.map(uploadElement),
    }),
  );
};
