import * as z from 'zod/mini';

/** Address of the settings, beside the pages. */
export const settingsAddress = '/settings.json';

/** Sitemap of the pages of outlets, on the origin of the portal. The publisher writes it. */
export const outletSitemapPath = '/outlets/sitemap.xml';

const httpsAddress = z.string().check(z.startsWith('https://'));

/** Settings of a deployment that its pages need. */
export const portalSettings = z.strictObject({
  /** Base URL of the API, without a final slash: `https://api.example.org`. Empty if it is the portal's own origin. */
  api: z.union([z.literal(''), z.string().check(z.regex(/^https:\/\/[^?#]*[^/?#]$/))]),
  /** Name of the stage. */
  stage: z.string().check(z.minLength(1)),
  /** Email address of the team that issues keys. */
  contact: z.optional(z.email()),
  /** Page of the support desk. */
  support: z.optional(httpsAddress),
  /** Page that shows whether the services are up. */
  status: z.optional(httpsAddress),
  /** Street map of the locator; if absent, it shows an outline of the country. Attributions are plain text. */
  basemap: z.optional(
    z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('raster'),
        /** With the placeholders `{z}`, `{x}` and `{y}`, and `{r}`, which is `@2x` on screens with a high density. */
        url: httpsAddress,
        /** The same in dark colours. */
        darkUrl: z.optional(httpsAddress),
        /** Whether such screens get tiles of the next zoom at half their size. */
        retina: z.optional(z.boolean()),
        attribution: z.string(),
        maxZoom: z.int(),
      }),
      z.strictObject({
        kind: z.literal('style'),
        /** Style of MapLibre. */
        url: httpsAddress,
        attribution: z.string(),
      }),
      z.strictObject({
        kind: z.literal('pmtiles'),
        /** Path of an archive on the origin of the portal, with the layers of Protomaps. */
        path: z.string().check(z.startsWith('/')),
        attribution: z.string(),
      }),
    ]),
  ),
});
export type PortalSettings = z.infer<typeof portalSettings>;

/** Settings of a portal at the address of its API: on one machine, or behind a server of one's own. */
export const besideTheApi: PortalSettings = { api: '', stage: 'local' };
