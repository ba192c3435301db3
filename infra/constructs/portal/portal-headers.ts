import { Duration } from 'aws-cdk-lib';
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import type { BaseMapSettings } from '../../stages/stage-settings.ts';

/** Cache-Control of pages, which browsers must revalidate. */
const revalidated = 'public, max-age=0, must-revalidate';

const twoYears = Duration.days(730);

/** Permissions-Policy of all pages. The locator uses the visitor's position; other features are turned off. */
const permissions = 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()';

/** Origins from which a page loads its base map, in addition to the portal's own. */
interface BaseMapOrigins {
  readonly images: readonly string[];
  readonly connect: readonly string[];
}

/** Returns the origins of a base map. An archive has none, because it is one of the portal's own files. */
export const originsOf = (basemap: BaseMapSettings | undefined): BaseMapOrigins => {
  const distinct = (urls: readonly string[]) => [...new Set(urls.map((url) => new URL(url).origin))];
  if (basemap?.kind === 'raster') {
    const { url, darkUrl = url } = basemap;
    return { images: distinct([url, darkUrl]), connect: [] };
  }
  if (basemap?.kind === 'style') {
    const origins = distinct([basemap.url, ...(basemap.origins ?? [])]);
    // MapLibre also uses fetch to load tile images and icons.
    return { images: origins, connect: origins };
  }
  return { images: [], connect: [] };
};

/** Response headers by kind of file: caching, and the page's permissions. */
export class PortalHeaders extends Construct {
  readonly pages: ResponseHeadersPolicy;
  /**
   * Policy for assets and map files, which never change. Each file has its own Cache-Control. The policy's value
   * applies only to missing files.
   */
  readonly assets: ResponseHeadersPolicy;
  readonly locator: ResponseHeadersPolicy;
  /** Policy for the locator page that other websites may show in a frame. */
  readonly embed: ResponseHeadersPolicy;
  /** Policy for the script that other websites may load. */
  readonly picker: ResponseHeadersPolicy;
  /** Policy for outlet pages, which have no scripts. */
  readonly outlets: ResponseHeadersPolicy;

  /** `apiOrigin` is the origin of the API. If absent, the API has the portal's origin. */
  constructor(scope: Construct, id: string, apiOrigin?: string, basemap?: BaseMapSettings) {
    super(scope, id);
    // Only the local stack, which has no certificate, serves the portal at the API's origin.
    const overTls = apiOrigin !== undefined;
    const connect = overTls ? [apiOrigin] : [];
    const origins = originsOf(basemap);
    const map = {
      connect: [...connect, ...origins.connect],
      images: origins.images,
      workers: true,
      overTls,
    };
    const alone = { connect: [], overTls };
    this.pages = this.policy('Pages', { connect, overTls });
    this.assets = this.policy('Assets', { ...alone, ownCaching: true });
    this.locator = this.policy('Locator', map);
    this.embed = this.policy('Embed', { ...map, framed: true });
    this.picker = this.policy('Picker', alone, 'cross-origin');
    this.outlets = this.policy('Outlets', alone);
  }

  private policy(
    id: string,
    needs: PageNeeds,
    usableBy = needs.framed ? 'cross-origin' : 'same-origin',
  ): ResponseHeadersPolicy {
    const custom = {
      'cache-control': revalidated,
      'permissions-policy': permissions,
      ...(!needs.framed && { 'cross-origin-opener-policy': 'same-origin' }),
      'cross-origin-resource-policy': usableBy,
    };
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(needs), override: true },
        contentTypeOptions: { override: true },
        ...(!needs.framed && { frameOptions: { frameOption: HeadersFrameOption.DENY, override: true } }),
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
        customHeaders: Object.entries(custom).map(([header, value]) => ({
          header,
          value,
          override: header !== 'cache-control' || !needs.ownCaching,
        })),
      },
    });
  }
}

/** Resources that a page needs in addition to the portal's own files. */
export interface PageNeeds {
  /** Origins to which scripts send requests. */
  readonly connect: readonly string[];
  /** Whether the page is served over TLS. Browsers must then load nothing without TLS. */
  readonly overTls: boolean;
  readonly images?: readonly string[];
  readonly workers?: boolean;
  /** Whether any website may show the page in a frame. */
  readonly framed?: boolean;
  /** Whether the files have a Cache-Control of their own. */
  readonly ownCaching?: boolean;
}

/**
 * Returns the Content-Security-Policy of a page. It allows files of the portal and the given origins, but no inline
 * scripts and styles, so that injected ones have no effect.
 */
export const contentSecurityPolicy = ({
  connect,
  overTls,
  images = [],
  workers,
  framed,
}: PageNeeds): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...images].join(' '),
    ["connect-src 'self'", ...connect].join(' '),
    ...(workers ? ["worker-src 'self'"] : []),
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    framed ? 'frame-ancestors *' : "frame-ancestors 'none'",
    ...(overTls ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
