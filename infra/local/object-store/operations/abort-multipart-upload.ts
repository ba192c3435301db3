import * as z from 'zod';
import { queryOf } from '../request/query-of.ts';
import type { Operation } from './operation.ts';

/** AbortMultipartUpload */
export const abortMultipartUpload: Operation = async (request, { uploads }) => {
  const { uploadId } = queryOf(request, { uploadId: z.string() });
  await uploads.abort(uploads.find(uploadId, request.key));
  return { status: 204, headers: {} };
};
