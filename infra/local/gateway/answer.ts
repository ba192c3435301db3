import type { Readable } from 'node:stream';

/** Name and value; a name comes as often as it has values. */
export type HeaderField = readonly [name: string, value: string];

/** An answer that is known whole. */
export interface BufferedAnswer {
  readonly kind: 'buffered';
  readonly statusCode: number;
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
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

/** Statuses that have no body, by RFC 9110. */
export const isBodiless = (statusCode: number): boolean => statusCode === 204 || statusCode === 304;
