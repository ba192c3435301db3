import * as z from 'zod/mini';

/** Scope, plan and environment of every browser key. */
export const browserGrant = {
  scopes: ['locations-v3:search'],
  plan: 'browser',
  environment: 'web',
} as const;

/** Maximum length of an origin: a scheme, the longest host name of DNS and a port. */
const maxLength = 267;

/**
 * Whether a website has this origin, exactly as browsers send it: `https`, and no path, upper case, default port or
 * final dot. Wildcards are rejected, because `*.com.au` would let strangers in.
 */
export const isWebOrigin = (text: string): boolean =>
  text.length <= maxLength &&
  text.startsWith('https://') &&
  URL.parse(text)?.origin === text &&
  !/\*|\.(:\d+)?$/.test(text);

/** Whether this is the origin of a page on the developer's own machine, which sandbox keys may have. */
export const isLocalOrigin = (text: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(text) && URL.parse(text)?.origin === text;

/** Maximum number of origins of a key. With the policy, they must fit into the 8 KB of an authoriser's result. */
export const maxOrigins = 20;

/** Creates a schema for the origins of a key. Those of the developer's own machine are only for sandbox keys. */
export const originList = ({ sandbox = false }: { readonly sandbox?: boolean | undefined }) => {
  const isAllowed = (text: string) => isWebOrigin(text) || (sandbox && isLocalOrigin(text));
  const examples = sandbox ? 'https://www.example.com or http://localhost:3000' : 'https://www.example.com';
  const origin = z.string().check(z.refine(isAllowed, `must be an origin such as ${examples}`));
  return z
    .array(origin)
    .check(
      z.minLength(1, 'must have at least one origin'),
      z.maxLength(maxOrigins, `must have at most ${maxOrigins} origins`),
    );
};
