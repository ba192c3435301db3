import * as z from 'zod';
import type { RequestTarget } from '../request/request-target.ts';
import { S3Error } from '../s3-error.ts';
import {
  type ClaimedSignature,
  credentialScope,
  signatureDigits,
  signedHeaderNames,
  signingTime,
} from './claimed-signature.ts';

const longestLifeSeconds = 7 * 24 * 60 * 60;

const parameters = z.object({
  'X-Amz-Algorithm': z.literal('AWS4-HMAC-SHA256'),
  'X-Amz-Credential': credentialScope,
  'X-Amz-Date': signingTime,
  'X-Amz-Expires': z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(longestLifeSeconds)),
  'X-Amz-SignedHeaders': signedHeaderNames,
  'X-Amz-Signature': signatureDigits,
});

/** The signature of a presigned URL. Throws AuthorizationQueryParametersError. */
export const signatureInQuery = (
  query: RequestTarget['query'],
  headers: Readonly<Record<string, string>>,
): ClaimedSignature => {
  const parsed = parameters.safeParse(query);
  if (!parsed.success) throw new S3Error('AuthorizationQueryParametersError');
  const signedHeaders = parsed.data['X-Amz-SignedHeaders'];
  return {
    ...parsed.data['X-Amz-Credential'],
    signedAt: parsed.data['X-Amz-Date'],
    lifeSeconds: parsed.data['X-Amz-Expires'],
    signedHeaders,
    signature: parsed.data['X-Amz-Signature'],
    signedPayload: signedHeaders.has('x-amz-content-sha256')
      ? (headers['x-amz-content-sha256'] ?? '')
      : 'UNSIGNED-PAYLOAD',
  };
};
