import type { Readable } from 'node:stream';

/** Name and value; a name comes as often as it has values. */
export type HeaderField = readonly [name: string, value: string];

/** An answer that is known whole. */
export interface BufferedAnswer {
  readonly kind: 'buffered';
  readonly statusCode: number;
  readonly headers: readonly HeaderField[];
  readonly body: string | Uint8Array;
  /** Each character of the text is a byte; without this, text is sent as UTF-8. */
  readonly encoding?: 'latin1';
  readonly closesConnection?: boolean;
}

/** An answer whose body is sent as the function makes it. */
export interface StreamedAnswer {
  readonly kind: 'streamed';
  readonly statusCode: number;
  readonly headers: readonly HeaderField[];
  readonly body: Readable;
}

/** What the API answers to a request. */
export type Answer = BufferedAnswer | StreamedAnswer;

/** The first value of a header, by lower-case name. */
export const headerValue = (headers: readonly HeaderField[], lowerCaseName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];

/** How many bytes a body has on its way. */
export const byteLengthOf = ({ body, encoding }: Pick<BufferedAnswer, 'body' | 'encoding'>): number =>
  typeof body === 'string' ? Buffer.byteLength(body, encoding) : body.length;

/** Statuses that have no body, by RFC 9110. */
export const isBodiless = (statusCode: number): boolean => statusCode === 204 || statusCode === 304;
