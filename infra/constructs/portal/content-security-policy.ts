/** What a page may load beside what the portal itself has. */
export interface PageNeeds {
  /** Origins that its program asks. */
  readonly connect: readonly string[];
  /** Origins that it shows images of. */
  readonly images?: readonly string[];
  /** Whether a program of somebody else writes styles into the page. */
  readonly inlineStyles?: boolean;
}

/**
 * The policy of a page: nothing but files of the portal, and what is named. No page has a script of its own in it, so
 * that nothing which gets into one is run.
 */
export const contentSecurityPolicy = ({ connect, images = [], inlineStyles = false }: PageNeeds): string =>
  [
    ["default-src 'none'"],
    ["script-src 'self'"],
    ["style-src 'self'", ...(inlineStyles ? ["'unsafe-inline'"] : [])],
    ["img-src 'self' data:", ...images],
    ["connect-src 'self'", ...connect],
    ["font-src 'self'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
  ]
    .map((directive) => directive.join(' '))
    .join('; ');
