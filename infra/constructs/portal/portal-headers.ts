import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';

/** Caching of files with a content hash in their name, which never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Caching of pages, which browsers must revalidate. */
const revalidated = 'public, max-age=0, must-revalidate';

const twoYears = Duration.days(730);

/** The locator uses the visitor's position; everything else is off. */
const permissions = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';

export interface PortalHeadersProps {
  /** Origin of the API; absent if it is the portal's. */
  readonly apiOrigin?: string;
  /** Origin of the map tiles. */
  readonly tilesOrigin?: string;
}

/** Response headers of each kind of file: caching, and what a page may do. */
export class PortalHeaders extends Construct {
  readonly pages: ResponseHeadersPolicy;
  readonly assets: ResponseHeadersPolicy;
  readonly locator: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, { apiOrigin, tilesOrigin }: PortalHeadersProps) {
    super(scope, id);
    const connect = apiOrigin === undefined ? [] : [apiOrigin];
    // Only the local stack, which has no certificate, serves the portal at the API's own origin.
    const overTls = apiOrigin !== undefined;
    this.pages = this.policy('Pages', revalidated, { connect, overTls });
    this.assets = this.policy('Assets', immutable, { connect: [], overTls });
    const images = tilesOrigin === undefined ? [] : [tilesOrigin];
    this.locator = this.policy('Locator', revalidated, { connect, overTls, images });
  }

  private policy(id: string, cacheControl: string, needs: PageNeeds): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(needs), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
          override: true,
        },
        strictTransportSecurity: {
          accessControlMaxAge: twoYears,
          includeSubdomains: true,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'cache-control', value: cacheControl, override: true },
          { header: 'permissions-policy', value: permissions, override: true },
          { header: 'cross-origin-opener-policy', value: 'same-origin', override: true },
          { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
        ],
      },
    });
  }
}

/** Origins that a page may use in addition to the portal's own. */
export interface PageNeeds {
  /** Origins that scripts call. */
  readonly connect: readonly string[];
  /** Whether the page is served over TLS, so that browsers must not load anything without it. */
  readonly overTls: boolean;
  /** Origins of images. */
  readonly images?: readonly string[];
}

/**
 * Builds the policy of a page: files of the portal, and the given origins. Inline scripts and styles are not allowed,
 * so that injected ones have no effect.
 */
export const contentSecurityPolicy = ({ connect, overTls, images = [] }: PageNeeds): string =>
  [
    ["default-src 'none'"],
    ["script-src 'self'"],
    ["style-src 'self'"],
    ["img-src 'self' data:", ...images],
    ["connect-src 'self'", ...connect],
    ["font-src 'self'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    ["frame-ancestors 'none'"],
    ...(overTls ? [['upgrade-insecure-requests']] : []),
  ]
    .map((directive) => directive.join(' '))
    .join('; ');
