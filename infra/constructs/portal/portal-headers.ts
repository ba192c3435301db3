import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { contentSecurityPolicy, type PageNeeds } from './content-security-policy.ts';

/** Caching of files with a content hash in their name, which never change. */
const forEver = 'public, max-age=31536000, immutable';

/** Caching of pages, which browsers must revalidate. */
const askedFor = 'public, max-age=0, must-revalidate';

const twoYears = Duration.days(730);

/** Permissions policy: geolocation for the locator's own position, all else off. */
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
  readonly reference: ResponseHeadersPolicy;
  readonly locator: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string, { apiOrigin, tilesOrigin }: PortalHeadersProps) {
    super(scope, id);
    const connect = apiOrigin === undefined ? [] : [apiOrigin];
    this.pages = this.policy('Pages', askedFor, { connect });
    this.assets = this.policy('Assets', forEver, { connect: [] });
    // Scalar writes its styles into the page.
    this.reference = this.policy('Reference', askedFor, { connect, inlineStyles: true });
    const images = tilesOrigin === undefined ? [] : [tilesOrigin];
    this.locator = this.policy('Locator', askedFor, { connect, images });
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
        ],
      },
    });
  }
}
