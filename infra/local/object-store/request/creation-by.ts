import type { Creation } from '../storage/creation.ts';
import type { S3Request } from './s3-request.ts';

/** What is told of the request that creates an object. */
export const creationBy = (
  { requestId, sourceAddress }: S3Request,
  reason: Creation['reason'],
): Creation => ({ reason, requestId, sourceAddress });
