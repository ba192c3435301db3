import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { StoreCredentials } from '../data-directory/data-directory.ts';
import { percentDecoded, splitOnce } from '../http/request-target.ts';
import { S3Error } from './errors.ts';

export interface SignatureTerms {
  /** Credentials with which requests must be signed. */
  readonly credentials: StoreCredentials;
  readonly region: string;
  readonly service: 's3' | 'events' | 'dynamodb';
}

type SignableRequest = ReturnType<typeof signableRequest>;

/** Extracts the parts of a request that its signature covers, except the body. Throws InvalidURI. */
export const signableRequest = ({ method = '', url = '', headers }: IncomingMessage) => {
  const [path, search] = splitOnce(url, '?');
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  const pairs = search.split('&').filter((pair) => pair !== '');
  const single: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  return {
    method,
    /** Percent-encoded, as sent and signed by the client. Never normalised, because a key may be `../x`. */
    path,
    /** Name-value pairs of the query, as sent and signed by the client. */
    pairs,
    /** Decoded parameters. */
    query: pairs.map((pair) => {
      const [name, value] = splitOnce(pair, '=');
      return [decodePercent(name), decodePercent(value)] as const;
    }),
    /** Headers that have one value, by lower-case name. */
    headers: single,
  };
};

/** Percent-decodes a part of a URL. Throws InvalidURI. */
export const decodePercent = (text: string): string => {
  const decoded = percentDecoded(text);
  if (decoded === undefined) throw new S3Error('InvalidURI');
  return decoded;
};

const maxSkewMilliseconds = 15 * 60 * 1000;

/**
 * Verifies a version 4 signature in the Authorization header or the query. Returns the signed hash of the body: a
 * SHA-256 in hex, or one of S3's placeholders. Throws S3Error.
 */
export const verifySignature = (request: SignableRequest, terms: SignatureTerms, now: number): string => {
  const claim = readClaim(request);
  const { accessKeyId } = terms.credentials;
  if (!claim.Credential.startsWith(`${accessKeyId}/`)) throw new S3Error('InvalidAccessKeyId');
  if (claim.Credential !== `${accessKeyId}/${scopeOf(claim, terms)}`)
    throw new S3Error('AuthorizationHeaderMalformed', {
      message: `The signature must be for ${scopeOf(claim, terms)}.`,
    });
  // The host and all headers that S3 interprets must be signed, so that the request cannot be tampered with.
  const required = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  const unsigned = required.find((name) => !claim.SignedHeaders.includes(name));
  if (unsigned !== undefined)
    throw new S3Error('AccessDenied', { message: `The header ${unsigned} is not signed.` });
  const expected = computeSignature(request, claim, terms);
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claim.Signature, 'hex')))
    throw new S3Error('SignatureDoesNotMatch');
  const age = now - claim.Date.getTime();
  if (claim.Expires === undefined) {
    if (Math.abs(age) > maxSkewMilliseconds) throw new S3Error('RequestTimeTooSkewed');
  } else if (age < -maxSkewMilliseconds || age > claim.Expires * 1000) {
    const message = age < 0 ? 'Request is not yet valid' : 'Request has expired';
    throw new S3Error('AccessDenied', { message });
  }
  return claim.payloadHash;
};

/**
 * Verifies the signature of a request, and reads its body, which may have at most `maxBytes` bytes. The signature must
 * cover the SHA-256 of the body, as the SDK's signatures for JSON services do. Throws S3Error.
 */
export const readSignedBody = async (
  message: IncomingMessage,
  terms: SignatureTerms,
  maxBytes: number,
): Promise<Buffer> => {
  const signedHash = verifySignature(signableRequest(message), terms, Date.now());
  // Also rejects bodies without a length, which may be endless.
  if (!(Number(message.headers['content-length']) <= maxBytes))
    throw new S3Error('EntityTooLarge', { message: `The body must not have more than ${maxBytes} bytes.` });
  const body = await buffer(message);
  if (createHash('sha256').update(body).digest('hex') !== signedHash)
    throw new S3Error('XAmzContentSHA256Mismatch');
  return body;
};

const jsonErrorTypes: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'UnrecognizedClientException',
  EntityTooLarge: 'ValidationException',
};

/** Returns the body of a JSON service's response to a request that `readSignedBody` rejects. */
export const jsonServiceError = ({ code, message }: S3Error) => ({
  __type: jsonErrorTypes[code] ?? 'InvalidSignatureException',
  message,
});

/** Time in the format `yyyymmddThhmmssZ`. */
const signingTime = z
  .string()
  .regex(/^\d{8}T\d{6}Z$/)
  .transform((text) => text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(z.iso.datetime())
  .transform((text) => new Date(text));

const formatTime = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, '');

const algorithm = 'AWS4-HMAC-SHA256';

/** Fields of a signature. In a presigned URL they are parameters with the prefix `X-Amz-`. */
const signatureFields = z.object({
  Algorithm: z.literal(algorithm),
  /** `ACCESS-KEY-ID/yyyymmdd/REGION/SERVICE/aws4_request` */
  Credential: z.string(),
  Date: signingTime,
  SignedHeaders: z
    .string()
    .min(1)
    .transform((text) => text.split(';')),
  Signature: z.string().regex(/^[0-9a-f]{64}$/),
  payloadHash: z.string(),
});

const presignedFields = signatureFields.extend({
  /** Lifetime of the URL in seconds. */
  Expires: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .pipe(z.int().max(604_800)),
});

/** Signature of a request, not yet verified. */
type SignatureClaim = z.infer<typeof signatureFields> & Partial<z.infer<typeof presignedFields>>;

const readClaim = ({ query, headers }: SignableRequest): SignatureClaim => {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': payloadHash } = headers;
  if (query.some(([name]) => name === 'X-Amz-Algorithm')) {
    if (authorization !== undefined)
      throw new S3Error('InvalidArgument', {
        message: 'A request must be signed in its header or its query, not both.',
      });
    const parameters = query.map(([name, value]) => [name.replace(/^X-Amz-/, ''), value]);
    parameters.push(['payloadHash', 'UNSIGNED-PAYLOAD']);
    const parsed = presignedFields.safeParse(Object.fromEntries(parameters));
    if (!parsed.success) throw new S3Error('AuthorizationQueryParametersError');
    return parsed.data;
  }
  if (authorization === undefined) throw new S3Error('AccessDenied');
  const [scheme, fields] = splitOnce(authorization, ' ');
  const parsed = signatureFields.safeParse({
    ...Object.fromEntries(fields.split(',').map((field) => splitOnce(field.trim(), '='))),
    Algorithm: scheme,
    Date: date,
    payloadHash,
  });
  if (!parsed.success) throw new S3Error('AuthorizationHeaderMalformed');
  return parsed.data;
};

const scopeOf = ({ Date: signedAt }: SignatureClaim, { region, service }: SignatureTerms): string =>
  `${formatTime(signedAt).slice(0, 8)}/${region}/${service}/aws4_request`;

const computeSignature = (
  { method, path, pairs, headers }: SignableRequest,
  claim: SignatureClaim,
  terms: SignatureTerms,
): string => {
  const { Date: signedAt, SignedHeaders, payloadHash } = claim;
  const scope = scopeOf(claim, terms);
  const canonicalRequest = [
    method,
    // S3 paths are signed as sent. Other services encode them once more, but their path is always `/`.
    path,
    // The SDK sends the query already encoded as in signatures. Sorting the pairs sorts them by name, because no
    // parameter name here is a prefix of another.
    pairs
      .filter((pair) => !pair.startsWith('X-Amz-Signature='))
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .toSorted()
      .join('&'),
    ...SignedHeaders.map(
      (name) =>
        `${name}:${(Object.hasOwn(headers, name) ? (headers[name] ?? '') : '').trim().replace(/\s+/g, ' ')}`,
    ),
    '',
    SignedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const requestHash = createHash('sha256').update(canonicalRequest).digest('hex');
  const stringToSign = [algorithm, formatTime(signedAt), scope, requestHash].join('\n');
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>(
      (key, part) => createHmac('sha256', key).update(part).digest(),
      `AWS4${terms.credentials.secretAccessKey}`,
    );
  return createHmac('sha256', signingKey).update(stringToSign).digest('hex');
};
