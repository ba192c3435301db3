import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { S3Error } from '../s3-error.ts';
import type { RequestTarget } from './request-target.ts';

/** A request whose signature was verified, as the operations see it. */
export interface S3Request {
  readonly method: string;
  readonly bucket: string;
  readonly key: string;
  /** Without the parameters of the signature and those that stand for headers. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** By lower-case name; x-amz- parameters of a presigned URL count as headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the signature says of the body: a SHA-256 in hex, or one of S3's words for none. */
  readonly signedPayload: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly receivedAt: Date;
  readonly requestId: string;
  /** The client's network address. */
  readonly sourceAddress: string;
}

/** What a header may hold: anything else could not be sent back. */
export const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);

const headers = z.record(z.string(), headerValue);

/** The headers of a message that have one value. Throws BadRequest. */
export const singleHeaders = (message: Pick<IncomingMessage, 'headers'>): Record<string, string> => {
  const parsed = headers.safeParse(
    Object.fromEntries(Object.entries(message.headers).filter(([, value]) => typeof value === 'string')),
  );
  if (!parsed.success) throw new S3Error('BadRequest');
  return parsed.data;
};

const isSignatureParameter = (name: string) =>
  ['algorithm', 'credential', 'date', 'expires', 'signedheaders', 'signature', 'content-sha256'].includes(
    name.slice('x-amz-'.length),
  );

/**
 * Parts a query into parameters of the operation and headers that a presigner moved there.
 * Throws InvalidArgument where such a header is repeated or could not be one.
 */
export const hoistedHeaders = (query: RequestTarget['query']) => {
  const amazon = Object.entries(query).filter(([name]) => name.toLowerCase().startsWith('x-amz-'));
  const hoisted = headers.safeParse(
    Object.fromEntries(
      amazon
        .map(([name, value]) => [name.toLowerCase(), value] as const)
        .filter(([name]) => !isSignatureParameter(name)),
    ),
  );
  if (!hoisted.success) throw new S3Error('InvalidArgument', 'A header in the query is not valid.');
  const amazonNames = new Set(amazon.map(([name]) => name));
  return {
    headers: hoisted.data,
    // x-id is the name of the operation, which the SDK adds for the readers of access logs.
    query: Object.fromEntries(
      Object.entries(query).filter(([name]) => !amazonNames.has(name) && name !== 'x-id'),
    ),
  };
};
