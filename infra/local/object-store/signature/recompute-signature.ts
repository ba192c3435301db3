import { SignatureV4 } from '@smithy/signature-v4';
import type { RequestTarget } from '../request/request-target.ts';
import type { ClaimedSignature } from './claimed-signature.ts';
import { NodeSha256 } from './node-sha256.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface SignatureTerms {
  readonly credentials: Credentials;
  readonly region: string;
  /** As the scope of a signature names it. */
  readonly service: 's3' | 'events';
}

/** What the signer of a request had before it. */
export interface SignableRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: Readonly<Record<string, string>>;
}

const addedBySigner = ['x-amz-date', 'x-amz-content-sha256'];

/**
 * The signature that a request has when signed with these credentials, in hex. A presigned URL's is made the
 * same way: there the signer's own headers are left out, as the query says what they would.
 */
export const recomputeSignature = async (
  { method, target, headers }: SignableRequest,
  claimed: ClaimedSignature,
  { credentials, service }: Pick<SignatureTerms, 'credentials' | 'service'>,
): Promise<string> => {
  const signer = new SignatureV4({
    credentials,
    region: claimed.region,
    service,
    sha256: NodeSha256,
    // A path of S3 is signed as it goes over the wire, that of any other service encoded once more.
    uriEscapePath: service !== 's3',
    applyChecksum: false,
  });
  const signed = Object.entries(headers).filter(([name]) => claimed.signedHeaders.has(name));
  const request = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: '',
      path: target.path,
      query: { ...target.query },
      headers: { ...Object.fromEntries(signed), 'x-amz-content-sha256': claimed.signedPayload },
    },
    {
      signingDate: claimed.signedAt,
      signableHeaders: new Set(claimed.signedHeaders),
      unsignableHeaders: new Set(addedBySigner),
    },
  );
  return request.headers.authorization?.split('Signature=')[1] ?? '';
};
