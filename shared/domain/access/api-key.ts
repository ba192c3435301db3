import * as z from 'zod';
import { scope } from './scope.ts';

/** Usage plans, by how much a client may ask; the rates are settings of the stage. */
export const plans = ['standard', 'partner', 'unlimited'] as const;
/** One of the usage plans. */
export const plan = z.enum(plans);
export type Plan = z.infer<typeof plan>;

/** What is stored of a key: everything but its secret, of which only the SHA-256 is kept. */
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
  /** Its requests may ask to be answered 429 or 503, and its enquiries are nobody's. */
  sandbox: z.boolean().optional(),
  /** The key that it took over from, and the one that took over from it. */
  rotatedFrom: z.string().optional(),
  rotatedTo: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** Look-up of issued keys. Throws StoreUnavailable. */
export interface ApiKeyRegister {
  find(keyId: string): Promise<ApiKey | undefined>;
}
