/** Where a request of the API is aimed, as the client wrote it: nothing is decoded, nothing normalised. */
export interface RequestTarget {
  readonly path: string;
  /** Without the question mark. */
  readonly rawQuery: string;
}

/** Scheme and authority of an absolute-form target (RFC 9112, section 3.2.2). */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Cuts a request target into path and query by hand: a URL parser would take `//host/path` for another host and resolve `..`, and so lead a
 * request past the rules of the path it names. The authority of an absolute-form target is dropped unread.
 */
export const parseRequestTarget = (target: string): RequestTarget => {
  const local = target.startsWith('/') ? target : target.replace(origin, '');
  const question = local.indexOf('?');
  const path = question < 0 ? local : local.slice(0, question);
  return { path: path === '' ? '/' : path, rawQuery: question < 0 ? '' : local.slice(question + 1) };
};
