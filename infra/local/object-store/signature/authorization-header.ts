import * as z from 'zod';
import { S3Error } from '../s3-error.ts';
import {
  type ClaimedSignature,
  credentialScope,
  signatureDigits,
  signedHeaderNames,
  signingTime,
} from './claimed-signature.ts';

const header = z
  .string()
  .regex(/^AWS4-HMAC-SHA256 /)
  .transform((text) =>
    Object.fromEntries(
      text
        .slice('AWS4-HMAC-SHA256 '.length)
        .split(',')
        .map((part) => {
          const [name = '', ...value] = part.trim().split('=');
          return [name, value.join('=')];
        }),
    ),
  )
  .pipe(
    z.strictObject({
      Credential: credentialScope,
      SignedHeaders: signedHeaderNames,
      Signature: signatureDigits,
    }),
  );

const dated = z.object({
  'x-amz-date': signingTime,
  'x-amz-content-sha256': z.string(),
});

/**
 * The signature in the Authorization header and what belongs to it.
 * Throws AuthorizationHeaderMalformed, AccessDenied without a date, InvalidRequest without the payload's hash.
 */
export const signatureInHeader = (headers: Readonly<Record<string, string>>): ClaimedSignature => {
  const parsed = header.safeParse(headers.authorization);
  if (!parsed.success) throw new S3Error('AuthorizationHeaderMalformed');
  const date = dated.safeParse(headers);
  if (!date.success) {
    throw headers['x-amz-content-sha256'] === undefined
      ? new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
      : new S3Error('AccessDenied', 'A signed request needs a valid x-amz-date header.');
  }
  const { Credential, SignedHeaders, Signature } = parsed.data;
  return {
    ...Credential,
    signedAt: date.data['x-amz-date'],
    signedHeaders: SignedHeaders,
    signature: Signature,
    signedPayload: date.data['x-amz-content-sha256'],
  };
};
