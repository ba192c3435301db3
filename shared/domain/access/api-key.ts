import * as z from 'zod';
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
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  client: z.string().min(1).max(120),
  scopes: z.array(scope).min(1),
  plan,
  status: z.enum(['ACTIVE', 'REVOKED']),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  revokedAt: z.string().optional(),
  /** Whether the key is for tests: its requests may ask for a 429 or 503, and its enquiries are marked as tests. */
  sandbox: z.boolean().optional(),
  /** Id of the key that this one replaced; `rotatedTo` is the key that replaced it. */
  rotatedFrom: z.string().optional(),
  rotatedTo: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Look-up of issued keys. Throws StoreUnavailable. */
export interface ApiKeyRegister {
  find(keyId: string): Promise<ApiKey | undefined>;
}
