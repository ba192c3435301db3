import * as z from 'zod';

/** JSON responses of the console's operations. Other responses are text, or HTML as the pages show it. */

export const listedLocation = z.object({
  code: z.string(),
  type: z.string(),
  name: z.string(),
  locality: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Searchable text, in lower case. */
  text: z.string(),
});
export type ListedLocation = z.infer<typeof listedLocation>;

/** GET /api/network. All published locations. */
export const networkReply = z.array(listedLocation);

/** Every response other than 200. `fields` gives each field's problem. `changed` lists locations to publish anyway. */
export const errorReply = z.object({
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string().nullish() }),
  fields: z.record(z.string(), z.string()).optional(),
  changed: z.string().optional(),
});
