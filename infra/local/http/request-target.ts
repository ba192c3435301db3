/** Target of a request as the client sent it, neither decoded nor normalised. */
export interface RequestTarget {
  readonly path: string;
  /** Query string without the question mark, not decoded. */
  readonly rawQuery: string;
}

/**
 * Splits a request target into path and query. A URL parser would read `//host/path` as another host and resolve `..`,
 * so that a request could bypass the rules for its path. The authority of an absolute-form target is ignored.
 */
export const parseRequestTarget = (target: string): RequestTarget => {
  const local = target.startsWith('/') ? target : target.replace(origin, '');
  const [path, rawQuery] = splitOnce(local, '?');
  return { path: path === '' ? '/' : path, rawQuery };
};

/** Scheme and authority of an absolute-form target (RFC 9112, section 3.2.2). */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Percent-decodes a part of a URL. Returns undefined if it is not valid. */
export const percentDecoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Splits text at the first separator. The second part is empty if there is none. */
export const splitOnce = (text: string, separator: string): [before: string, after: string] => {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
};
