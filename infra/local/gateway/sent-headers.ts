import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { headerValues } from './request-headers.ts';

/** The headers of a request as they came, and what follows from them alone: found out once, however often they come. */
export class SentHeaders {
  /** Names and values by turns. */
  readonly raw: readonly string[];
  /** Characters of all values. */
  readonly valueLength: number;
  readonly #values = new Map<string, readonly string[]>();

  constructor(raw: readonly string[]) {
    this.raw = raw;
    let length = 0;
    for (let index = 1; index < raw.length; index += 2) length += raw[index]?.length ?? 0;
    this.valueLength = length;
  }

  /** All values of a header, by its lower-case name. */
  values(lowerCaseName: string): readonly string[] {
    const known = this.#values.get(lowerCaseName);
    if (known !== undefined) return known;
    const values = headerValues(this.raw, lowerCaseName);
    this.#values.set(lowerCaseName, values);
    return values;
  }
}

/** Bytes of a body by its Content-Length; 0 where there is none. The parser lets no request pass that has several. */
export const declaredLength = (headers: SentHeaders): number =>
  Number(headers.values('content-length')[0] ?? 0);

const latest = new WeakMap<Socket, SentHeaders>();

const areSame = (some: readonly string[], others: readonly string[]): boolean => {
  if (some.length !== others.length) return false;
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false;
  return true;
};

/**
 * The headers of a request: the very same where the request before on its connection brought the same, as those of
 * most clients do, so that what was made from them can be found by them.
 */
export const sentHeadersOf = ({
  socket,
  rawHeaders,
}: Pick<IncomingMessage, 'socket' | 'rawHeaders'>): SentHeaders => {
  const before = latest.get(socket);
  if (before !== undefined && areSame(before.raw, rawHeaders)) return before;
  const headers = new SentHeaders(rawHeaders);
  latest.set(socket, headers);
  return headers;
};
