import * as z from 'zod';
import type { S3Request } from '../request/s3-request.ts';
import { S3Error } from '../s3-error.ts';

const length = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/**
 * Bytes of the contents as the headers tell them, which S3 wants to know before it takes a body.
 * Throws MissingContentLength, InvalidArgument, EntityTooLarge.
 */
export const payloadLength = ({ headers }: S3Request, isChunked: boolean, mostBytes: number): number => {
  const text = headers[isChunked ? 'x-amz-decoded-content-length' : 'content-length'];
  if (text === undefined) throw new S3Error('MissingContentLength');
  const parsed = length.safeParse(text);
  if (!parsed.success)
    throw new S3Error('InvalidArgument', 'The length of the contents is no number of bytes.');
  if (parsed.data > mostBytes) throw new S3Error('EntityTooLarge');
  return parsed.data;
};
