import * as z from 'zod/mini';

/** Where the settings are, beside the pages. */
export const settingsAddress = '/settings.json';

/** What a deployment tells the pages of the portal. */
export const portalSettings = z.strictObject({
  /** Where the API is, without a slash at its end: `https://api.example.org`. Empty where it is the portal's own origin. */
  api: z.union([z.literal(''), z.string().check(z.regex(/^https:\/\/[^?#]*[^/?#]$/))]),
  /** The name of the stage. */
  stage: z.string().check(z.minLength(1)),
  /** The tile server of the map; a simple outline of the country stands in where it is absent. */
  tiles: z.optional(
    z.strictObject({
      /** With the places `{z}`, `{x}` and `{y}`. */
      url: z.string().check(z.startsWith('https://')),
      /** Whom the map is by, as plain text. */
      attribution: z.string(),
    }),
  ),
});
export type PortalSettings = z.infer<typeof portalSettings>;

/** Where the API is at the portal's own address: on one machine, or behind a server of somebody's own. */
export const besideTheApi: PortalSettings = { api: '', stage: 'local' };
