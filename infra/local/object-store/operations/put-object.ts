import { checksumHeaders } from '../payload/checksum.ts';
import { payloadOf } from '../payload/payload.ts';
import { creationBy } from '../request/creation-by.ts';
import { headersToStore } from '../request/object-headers.ts';
import { queryOf } from '../request/query-of.ts';
import { writeConditionOf } from '../request/write-conditions.ts';
import { tagsInHeader } from '../tagging/tags-in-header.ts';
import { mostBytesOfUpload } from './limits.ts';
import type { Operation } from './operation.ts';

/** PutObject. The tags of an object that it replaces go with that object. */
export const putObject: Operation = async (request, { objects }) => {
  queryOf(request, {});
  const condition = writeConditionOf(request);
  const headers = headersToStore(request);
  const tagged = tagsInHeader(request);
  // Refused before the contents are taken in where it is plain already; what holds is the answer after that.
  condition(objects.find(request.key));
  const payload = payloadOf(request, mostBytesOfUpload);
  const stored = await objects.put(
    request.key,
    payload.contents,
    () => {
      const { bytes, md5, checksum } = payload.received();
      return {
        size: bytes,
        entityTag: `"${md5}"`,
        lastModified: request.receivedAt.toISOString(),
        headers,
        ...tagged,
        creation: creationBy(request, 'PutObject'),
        ...(checksum === undefined ? {} : { checksum }),
      };
    },
    condition,
  );
  return { status: 200, headers: { etag: stored.entityTag, ...checksumHeaders(stored.checksum) } };
};
