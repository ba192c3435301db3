/** Origins that a page may use beside the portal's own. */
export interface PageNeeds {
  /** Origins that scripts call. */
  readonly connect: readonly string[];
  /** Origins of images. */
  readonly images?: readonly string[];
  /** Whether a third-party script adds inline styles. */
  readonly inlineStyles?: boolean;
}

/**
 * Builds the policy of a page: files of the portal, and the named origins. Inline scripts are not allowed, so injected
 * ones do not run.
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
