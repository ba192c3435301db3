import * as z from 'zod';
import { readText } from '../payload/small-body.ts';
import { creationBy } from '../request/creation-by.ts';
import { queryOf } from '../request/query-of.ts';
import { writeConditionOf } from '../request/write-conditions.ts';
import { xmlDocument } from '../xml-document.ts';
import { assemblyOf } from './assembly.ts';
import { chosenParts } from './chosen-parts.ts';
import { type Operation, xmlAnswer } from './operation.ts';

/**
 * CompleteMultipartUpload. Where a condition does not hold the upload stays open, to be aborted. Sent again once it has
 * succeeded, it is answered as before.
 */
export const completeMultipartUpload: Operation = async (request, { name, objects, uploads }) => {
  const { uploadId } = queryOf(request, { uploadId: z.string() });
  const condition = writeConditionOf(request);
  const parts = await readText(request);
  const stored = await uploads.complete({ uploadId, key: request.key, parts }, async (open) => {
    const assembly = assemblyOf(open, chosenParts(parts, open));
    condition(objects.find(request.key));
    const describe = () => ({
      ...assembly.described(),
      lastModified: request.receivedAt.toISOString(),
      headers: open.upload.headers,
      ...(open.upload.tags === undefined ? {} : { tags: open.upload.tags }),
      creation: creationBy(request, 'CompleteMultipartUpload'),
    });
    return objects.put(request.key, assembly.contents, describe, condition);
  });
  return xmlAnswer(
    xmlDocument('CompleteMultipartUploadResult', {
      Location: `http://${request.headers.host}/${name}/${encodeURIComponent(request.key)}`,
      Bucket: name,
      Key: request.key,
      ETag: stored.entityTag,
      ...(stored.checksum === undefined
        ? {}
        : {
            [`Checksum${stored.checksum.algorithm}`]: stored.checksum.value,
            ChecksumType: stored.checksum.type,
          }),
    }),
  );
};
