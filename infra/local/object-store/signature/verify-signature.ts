import { timingSafeEqual } from 'node:crypto';
import { S3Error } from '../s3-error.ts';
import { signatureInHeader } from './authorization-header.ts';
import type { ClaimedSignature } from './claimed-signature.ts';
import { signatureInQuery } from './presigned-query.ts';
import { recomputeSignature, type SignableRequest, type SignatureTerms } from './recompute-signature.ts';

const mostSkewMilliseconds = 15 * 60 * 1000;

const claimedSignature = ({ target, headers }: SignableRequest): ClaimedSignature => {
  const isPresigned = Object.keys(target.query).some((name) => name.toLowerCase() === 'x-amz-algorithm');
  if (headers.authorization !== undefined && isPresigned) {
    throw new S3Error('InvalidArgument', 'A request is signed in its header or in its query, not in both.');
  }
  if (isPresigned) return signatureInQuery(target.query, headers);
  if (headers.authorization !== undefined) return signatureInHeader(headers);
  throw new S3Error('AccessDenied');
};

/** Host, and all that speaks to S3, has to be signed: else a reader of the request could turn it to other ends. */
const refuseUnsignedHeaders = (
  headers: Readonly<Record<string, string>>,
  { signedHeaders }: ClaimedSignature,
) => {
  const unsigned = Object.keys(headers).find(
    (name) => (name === 'host' || name.startsWith('x-amz-')) && !signedHeaders.has(name),
  );
  if (unsigned !== undefined || !signedHeaders.has('host')) {
    throw new S3Error('AccessDenied', `There were headers in the request which were not signed: ${unsigned}`);
  }
};

const refuseWrongTime = ({ signedAt, lifeSeconds, day }: ClaimedSignature, now: number) => {
  if (!signedAt.toISOString().replaceAll('-', '').startsWith(day)) {
    throw new S3Error('SignatureDoesNotMatch', 'The date of the credential is not the date of the request.');
  }
  const age = now - signedAt.getTime();
  if (lifeSeconds === undefined) {
    if (Math.abs(age) > mostSkewMilliseconds) throw new S3Error('RequestTimeTooSkewed');
    return;
  }
  if (age < -mostSkewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (age > lifeSeconds * 1000) throw new S3Error('AccessDenied', 'Request has expired');
};

const refuseWrongScope = ({ accessKeyId, region, service }: ClaimedSignature, expected: SignatureTerms) => {
  if (accessKeyId !== expected.credentials.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (region !== expected.region || service !== expected.service) {
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      `The signature must be for the service ${expected.service} in the region ${expected.region}.`,
    );
  }
};

/**
 * Verifies the signature of a request, in its Authorization header or its query, at a moment in epoch
 * milliseconds, for either service. Returns what the signature says of the body. Throws the S3Error that S3 answers.
 */
export const verifySignature = async (
  request: SignableRequest,
  terms: SignatureTerms,
  now: number,
): Promise<{ signedPayload: string }> => {
  const claimed = claimedSignature(request);
  refuseWrongScope(claimed, terms);
  refuseUnsignedHeaders(request.headers, claimed);
  const names = [...Object.keys(request.headers), ...Object.keys(request.target.query)];
  if (names.some((name) => name.toLowerCase() === 'x-amz-security-token')) throw new S3Error('InvalidToken');
  const expected = await recomputeSignature(request, claimed, terms);
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claimed.signature, 'hex'))) {
    throw new S3Error('SignatureDoesNotMatch');
  }
  refuseWrongTime(claimed, now);
  return { signedPayload: claimed.signedPayload };
};
