import { checksumHeaders } from '../payload/checksum.ts';
import { payloadOf } from '../payload/payload.ts';
import { headersToStore } from '../request/object-headers.ts';
import { queryOf } from '../request/query-of.ts';
import { writeConditionOf } from '../request/write-conditions.ts';
import { mostBytesOfUpload } from './limits.ts';
import type { Operation } from './operation.ts';

/** PutObject */
export const putObject: Operation = async (request, { objects }) => {
  queryOf(request, {});
  const condition = writeConditionOf(request);
  const headers = headersToStore(request);
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
        ...(checksum === undefined ? {} : { checksum }),
      };
    },
    condition,
  );
  return { status: 200, headers: { etag: stored.entityTag, ...checksumHeaders(stored.checksum) } };
};
