import * as z from 'zod/mini';

export const browserGrant = {
  scopes: ['locations-v3:search'],
  plan: 'browser',
  environment: 'web',
} as const;

/** Maximum length of an origin in characters: a scheme, the longest possible DNS host name, and a port. */
const maxLength = 267;

/**
 * Whether the text is a website's origin exactly as browsers send it: `https`, without a path, upper-case letters, a
 * default port or a trailing dot. Wildcards are rejected, because `*.com.au` would allow any website.
 */
export const isWebOrigin = (text: string): boolean =>
  text.length <= maxLength &&
  text.startsWith('https://') &&
  URL.parse(text)?.origin === text &&
  !/\*|\.(:\d+)?$/.test(text);

/** Whether the text is the origin of a page on the developer's own machine. Only sandbox keys may have such origins. */
export const isLocalOrigin = (text: string): boolean =>
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(text) && URL.parse(text)?.origin === text;

/** An authoriser's result, which includes the origins and the policy, is limited to 8 KB. */
export const maxOrigins = 20;

/** Creates the schema for a key's origins. With `sandbox`, it also accepts origins on the developer's own machine. */
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
