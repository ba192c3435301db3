import * as z from 'zod/mini';

/** Address of the settings, beside the pages. */
export const settingsAddress = '/settings.json';

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
  /** Tile server of the map; if absent, the map shows an outline of the country. */
  tiles: z.optional(
    z.strictObject({
      /** With the placeholders `{z}`, `{x}` and `{y}`. */
      url: httpsAddress,
      /** Owner of the map, as plain text. */
      attribution: z.string(),
    }),
  ),
  /** Public key with which the locator searches for visitors who have no key of their own. */
  browserKey: z.optional(z.string().check(z.startsWith('wp_web_'))),
});
export type PortalSettings = z.infer<typeof portalSettings>;

/** Settings of a portal at the address of its API: on one machine, or behind a server of one's own. */
export const besideTheApi: PortalSettings = { api: '', stage: 'local' };
