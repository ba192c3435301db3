import * as z from 'zod';

/** JSON responses of the console's operations. Other operations return text, or HTML that the page shows unchanged. */

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

/** Error response. `fields` has each field's problem. `changed` lists locations to publish despite the error. */
export const errorReply = z.object({
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string().nullish() }),
  fields: z.record(z.string(), z.string()).optional(),
  changed: z.string().optional(),
});
