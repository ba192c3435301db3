import * as z from 'zod/mini';

/** Last use of a key, ISO 8601 in UTC, known to the hour: see the authoriser's notes. */
export const apiKeyUse = z.object({
  keyId: z.string(),
  firstUsedAt: z.string(),
  lastUsedAt: z.string(),
});
export type ApiKeyUse = z.infer<typeof apiKeyUse>;
