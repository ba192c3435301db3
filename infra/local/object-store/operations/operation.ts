import type { Readable } from 'node:stream';
import type { S3Request } from '../request/s3-request.ts';
import type { Bucket } from '../storage/buckets.ts';

/** What an operation of S3 answers. A stream is read to its end or destroyed by whoever sends it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Does what a request asks of its bucket. Throws S3Error. */
export type Operation = (request: S3Request, bucket: Bucket) => Promise<Answer>;

export const xmlAnswer = (body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body,
});
