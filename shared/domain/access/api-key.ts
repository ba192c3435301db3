import * as z from 'zod/mini';
import { scope } from './scope.ts';

/** Names of the usage plans; their rates are settings of the stage. */
export const plans = ['standard', 'partner', 'unlimited'] as const;
/** One of the usage plans. */
export const plan = z.enum(plans);
export type Plan = z.infer<typeof plan>;

/** A stored key: everything but its secret, of which only the SHA-256 is kept. */
export const apiKey = z.object({
  keyId: z.string(),
  /** SHA-256 of the whole key, hexadecimal. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  client: z.string().check(z.minLength(1), z.maxLength(120)),
  scopes: z.array(scope).check(z.minLength(1)),
  plan,
  status: z.enum(['ACTIVE', 'REVOKED']),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
  /** Whether the key is for tests: its requests may ask for a 429 or 503, and its enquiries are marked as tests. */
  sandbox: z.optional(z.boolean()),
  /** Id of the key that this one replaced; `rotatedTo` is the key that replaced it. */
  rotatedFrom: z.optional(z.string()),
  rotatedTo: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Look-up of issued keys. Throws StoreUnavailable. */
export interface ApiKeyRegister {
  find(keyId: string): Promise<ApiKey | undefined>;
}
