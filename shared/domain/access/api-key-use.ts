import * as z from 'zod';

/** When a key was used, ISO 8601 in UTC. The last use is known to the hour: see the authoriser's notes. */
export const apiKeyUse = z.object({
  keyId: z.string(),
  firstUsedAt: z.string(),
  lastUsedAt: z.string(),
});
export type ApiKeyUse = z.infer<typeof apiKeyUse>;
