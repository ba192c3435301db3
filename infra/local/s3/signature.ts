import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { S3Error } from './errors.ts';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The only terms under which a request may be signed. */
export interface SignatureTerms {
  readonly credentials: Credentials;
  readonly region: string;
  readonly service: 's3' | 'events';
}

/** The parts of a request that its signature covers, except for the body. */
export interface SignableRequest {
  readonly method: string;
  /** Percent-encoded, as the client sent and signed it. It is never normalised, because a key may be `../x`. */
  readonly path: string;
  /** Decoded parameters. */
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Headers that have one value, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads what a signature covers. Throws InvalidURI. */
export const signableRequest = ({ method = '', url = '', headers }: IncomingMessage): SignableRequest => {
  const [path, search] = splitOnce(url, '?');
  if (!path.startsWith('/')) throw new S3Error('InvalidURI');
  return {
    method,
    path,
    query: search
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name, value] = splitOnce(pair, '=');
        return [decodePercent(name), decodePercent(value)];
      }),
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  };
};

/** Splits a text at the first separator; the second part is empty if there is none. */
export const splitOnce = (text: string, separator: string): [string, string] => {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

/** Decodes a part of a URL. Throws InvalidURI. */
export const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new S3Error('InvalidURI', undefined, {}, { cause });
  }
};

const maxSkewMilliseconds = 15 * 60 * 1000;

/**
 * Verifies a signature of version 4, in the Authorization header or in the query, at a time in epoch milliseconds.
 * Returns what it says of the body: a SHA-256 in hex, or one of S3's words for none. Throws S3Error.
 */
export const verifySignature = (request: SignableRequest, terms: SignatureTerms, now: number): string => {
  const claim = readClaim(request);
  verifyScope(claim, terms);
  verifySignedHeaders(request, claim);
  const expected = computeSignature(request, claim, terms.credentials);
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claim.Signature, 'hex')))
    throw new S3Error('SignatureDoesNotMatch');
  verifyTime(claim, now);
  return claim.payloadHash;
};

/** `ACCESS-KEY-ID/yyyymmdd/REGION/SERVICE/aws4_request` */
const credentialScope = z
  .string()
  .regex(/^[\w+=,.@-]{1,128}\/\d{8}\/[\w-]{1,64}\/[\w-]{1,64}\/aws4_request$/)
  .transform((text) => {
    const [accessKeyId = '', day = '', region = '', service = ''] = text.split('/');
    return { accessKeyId, day, region, service };
  });

/** `yyyymmddThhmmssZ` */
const signingTime = z
  .string()
  .regex(/^\d{8}T\d{6}Z$/)
  .transform((text) => text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  .pipe(z.iso.datetime())
  .transform((text) => new Date(text));

const algorithm = 'AWS4-HMAC-SHA256';
const maxLifetimeSeconds = 7 * 24 * 60 * 60;

/** The fields of a signature. In a presigned URL they are parameters whose names begin with `X-Amz-`. */
const signatureFields = z.object({
  Algorithm: z.literal(algorithm),
  Credential: credentialScope,
  Date: signingTime,
  SignedHeaders: z
    .string()
    .regex(/^[a-z0-9_.-]+(;[a-z0-9_.-]+)*$/)
    .transform((text) => text.split(';')),
  Signature: z.string().regex(/^[0-9a-f]{64}$/),
});

const presignedFields = signatureFields.extend({
  Expires: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(maxLifetimeSeconds)),
});

/** What a request says of its own signature. */
interface SignatureClaim extends z.infer<typeof signatureFields> {
  /** Seconds; only for presigned URLs. */
  readonly Expires?: number;
  readonly payloadHash: string;
}

const readClaim = ({ query, headers }: SignableRequest): SignatureClaim => {
  const { authorization, 'x-amz-date': date, 'x-amz-content-sha256': payloadHash } = headers;
  const isPresigned = query.some(([name]) => name.toLowerCase() === 'x-amz-algorithm');
  if (isPresigned) {
    if (authorization !== undefined)
      throw new S3Error('InvalidArgument', 'A request is signed either in its header or in its query.');
    const parsed = presignedFields.safeParse(
      Object.fromEntries(query.map(([name, value]) => [name.replace(/^X-Amz-/, ''), value])),
    );
    if (!parsed.success) throw new S3Error('AuthorizationQueryParametersError');
    const isHashSigned = parsed.data.SignedHeaders.includes('x-amz-content-sha256');
    return { ...parsed.data, payloadHash: isHashSigned ? (payloadHash ?? '') : 'UNSIGNED-PAYLOAD' };
  }
  if (authorization === undefined) throw new S3Error('AccessDenied');
  const [scheme, fields] = splitOnce(authorization, ' ');
  const parsed = signatureFields.safeParse({
    ...Object.fromEntries(fields.split(',').map((field) => splitOnce(field.trim(), '='))),
    Algorithm: scheme,
    Date: date,
  });
  if (!parsed.success) throw new S3Error('AuthorizationHeaderMalformed');
  if (payloadHash === undefined)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  return { ...parsed.data, payloadHash };
};

const verifyScope = (
  { Credential: scope }: SignatureClaim,
  { credentials, region, service }: SignatureTerms,
): void => {
  if (scope.accessKeyId !== credentials.accessKeyId) throw new S3Error('InvalidAccessKeyId');
  if (scope.region !== region || scope.service !== service)
    throw new S3Error(
      'AuthorizationHeaderMalformed',
      `The signature must be for the service ${service} in the region ${region}.`,
    );
};

/** The host, and every header with a meaning for S3, must be signed, so that nobody can change the request. */
const verifySignedHeaders = (
  { query, headers }: SignableRequest,
  { SignedHeaders }: SignatureClaim,
): void => {
  const required = Object.keys(headers).filter((name) => name.startsWith('x-amz-'));
  const unsigned = ['host', ...required].find((name) => !SignedHeaders.includes(name));
  if (unsigned !== undefined)
    throw new S3Error('AccessDenied', `There were headers in the request which were not signed: ${unsigned}`);
  const names = [...required, ...query.map(([name]) => name.toLowerCase())];
  if (names.includes('x-amz-security-token')) throw new S3Error('InvalidToken');
};

const computeSignature = (
  { method, path, query, headers }: SignableRequest,
  { Credential: { day, region, service }, Date: signedAt, SignedHeaders, payloadHash }: SignatureClaim,
  { secretAccessKey }: Credentials,
): string => {
  const canonicalRequest = [
    method,
    // A path of S3 is signed as sent. Other services encode it once more, but theirs is always `/`.
    path,
    canonicalQuery(query),
    ...SignedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/\s+/g, ' ')}`),
    '',
    SignedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const stringToSign = [
    algorithm,
    signedAt.toISOString().replace(/[-:]|\.\d+/g, ''),
    `${day}/${region}/${service}/aws4_request`,
    createHash('sha256').update(canonicalRequest).digest('hex'),
  ].join('\n');
  const signingKey = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', signingKey).update(stringToSign).digest('hex');
};

const canonicalQuery = (query: SignableRequest['query']): string =>
  query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encodeForSignature(name), encodeForSignature(value)] as const)
    .sort(([name, value], [otherName, otherValue]) =>
      name === otherName ? compare(value, otherValue) : compare(name, otherName),
    )
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const encodeForSignature = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const verifyTime = ({ Credential, Date: signedAt, Expires }: SignatureClaim, now: number): void => {
  if (!signedAt.toISOString().replaceAll('-', '').startsWith(Credential.day))
    throw new S3Error('SignatureDoesNotMatch', 'The date of the credential is not the date of the request.');
  const age = now - signedAt.getTime();
  if (Expires === undefined) {
    if (Math.abs(age) > maxSkewMilliseconds) throw new S3Error('RequestTimeTooSkewed');
    return;
  }
  if (age < -maxSkewMilliseconds) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (age > Expires * 1000) throw new S3Error('AccessDenied', 'Request has expired');
};
