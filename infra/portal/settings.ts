import * as z from 'zod/mini';

export const settingsAddress = '/settings.json';

/** Sitemap of the outlet pages, on the portal's origin. The publisher writes it. */
export const outletSitemapPath = '/outlets/sitemap.xml';

const httpsAddress = z.string().check(z.startsWith('https://'));

export const portalSettings = z.strictObject({
  /** Base URL of the API, without a final slash: `https://api.example.org`. Empty if it is the portal's own origin. */
  api: z.union([z.literal(''), z.string().check(z.regex(/^https:\/\/[^?#]*[^/?#]$/))]),
  stage: z.string().check(z.minLength(1)),
  /** Email address of the team that issues keys. */
  contact: z.optional(z.email()),
  support: z.optional(httpsAddress),
  /** Page that shows whether the services are up. */
  status: z.optional(httpsAddress),
  /** Street map. If absent, the locator shows only an outline of the country. Attributions are plain text. */
  basemap: z.optional(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('raster'),
        /** URL template with `{z}`, `{x}` and `{y}`, and `{r}`, which is `@2x` on high-density screens. */
        url: httpsAddress,
        darkUrl: z.optional(httpsAddress),
        /** Whether high-density screens show tiles of the next zoom level at half size. */
        retina: z.optional(z.boolean()),
        attribution: z.string(),
        maxZoom: z.int(),
      }),
      z.strictObject({
        kind: z.literal('style'),
        /** MapLibre style. */
        url: httpsAddress,
        attribution: z.string(),
      }),
      z.strictObject({
        kind: z.literal('pmtiles'),
        /** Path of an archive with Protomaps layers, on the portal's origin. */
        path: z.string().check(z.startsWith('/')),
        attribution: z.string(),
      }),
    ]),
  ),
});
export type PortalSettings = z.infer<typeof portalSettings>;

/** Settings of a portal on the same origin as its API, as on a local stack or behind your own server. */
export const besideTheApi: PortalSettings = { api: '', stage: 'local' };
